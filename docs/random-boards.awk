# Random boards of distinct tiles with their target, one a line: awk -v rows=R -v columns=C -v seed=S -v count=N -f random-boards.awk
# They are shuffled (Fisher and Yates) by the generator of Park and Miller with the factor 48271. A number of it that would make
# some places more likely than others is left out. With a higher count the same boards come first.
function below(n) {
    do state = state * 48271 % 2147483647; while (state > limit[n])
    return state % n
}
function board(    cell, text) {
    text = tile[1]
    for (cell = 2; cell <= cells; cell++) text = text (cell % columns == 1 ? "/" : ",") tile[cell]
    return text
}
BEGIN {
    state = seed
    cells = rows * columns
    for (cell = 1; cell <= cells; cell++) tile[cell] = cell
    target = board()
    for (n = 2; n <= cells; n++) limit[n] = 2147483646 - 2147483646 % n
    while (count-- > 0) {
        for (cell = 1; cell <= cells; cell++) tile[cell] = cell
        for (cell = cells; cell > 1; cell--) {
            other = 1 + below(cell)
            kept = tile[cell]; tile[cell] = tile[other]; tile[other] = kept
        }
        print board() " -> " target
    }
}
