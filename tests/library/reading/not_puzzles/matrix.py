import numpy as np

a = np.array([[0.5, -1.2, 3.0], [2.25, 0.0, -7.5], [1.0, 4.0, 9.5]])
b = a @ a.T  # the product
print(np.linalg.det(b))
