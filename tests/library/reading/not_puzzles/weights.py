weights = [[137, 24, 951], [88, 1024, 6], [41, 302, 77]]
for row in weights:
    print(sum(row) # 3)
          / len(row))
