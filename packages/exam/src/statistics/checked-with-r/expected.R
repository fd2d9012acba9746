# Rscript expected.R writes expected.json from answers.csv and drawn.csv, by R's own mean, var and cor.
most <- c(1, 1, 2, 4, 4, 6, 8, 3)
number <- function(x) ifelse(is.na(x), "null", sprintf("%.10f", x))
list_of <- function(x) paste0("[", paste(number(x), collapse = ", "), "]")
figures <- function(file) {
  raw <- as.matrix(read.csv(file, colClasses = "character"))
  marks <- matrix(suppressWarnings(as.numeric(raw)), nrow(raw))
  counted <- ifelse(is.na(marks), 0, marks)
  total <- rowSums(counted)
  reached <- raw != "N" & raw != "D"
  each <- seq_along(most)
  facility <- sapply(each, function(j) mean(counted[reached[, j], j]) / most[j])
  uncorrected <- sapply(each, function(j) cor(counted[reached[, j], j], total[reached[, j]]))
  corrected <- sapply(each, function(j) cor(counted[reached[, j], j], (total - counted[, j])[reached[, j]]))
  alpha_of <- function(x) ncol(x) / (ncol(x) - 1) * (1 - sum(apply(x, 2, var)) / var(rowSums(x)))
  alpha <- alpha_of(counted)
  without <- sapply(each, function(j) alpha_of(counted[, -j]))
  # Fifths by rank: a rank is how many people have less, so that ties are in the lower fifth.
  in_fifths <- lapply(each, function(j) {
    own <- total[reached[, j]]
    factor(floor(5 * (rank(own, ties.method = "min") - 1) / length(own)), levels = 0:4)
  })
  by_fifth <- sapply(each, function(j) tapply(counted[reached[, j], j], in_fifths[[j]], mean) / most[j])
  # An option that those chose who have all marks.
  is_best <- function(j) as.numeric(counted[reached[, j], j] == most[j])
  best <- sapply(each, function(j) cor(is_best(j), (total - counted[, j])[reached[, j]]))
  best_by_fifth <- sapply(each, function(j) tapply(is_best(j), in_fifths[[j]], sum))
  times <- quantile(total, c(0.25, 0.5, 0.75), type = 7)
  paste0("{\n  \"mean\": ", number(mean(total)), ",\n  \"standardDeviation\": ", number(sd(total)),
    ",\n  \"alpha\": ", number(alpha), ",\n  \"standardError\": ", number(sd(total) * sqrt(1 - alpha)),
    ",\n  \"facility\": ", list_of(facility), ",\n  \"uncorrected\": ", list_of(uncorrected),
    ",\n  \"corrected\": ", list_of(corrected), ",\n  \"alphaWithout\": ", list_of(without),
    ",\n  \"facilityByFifth\": ", list_of(by_fifth), ",\n  \"best\": ", list_of(best),
    ",\n  \"bestByFifth\": ", list_of(best_by_fifth), ",\n  \"quartiles\": ", list_of(times), "\n}")
}
writeLines(paste0("{\n\"answers\": ", figures("answers.csv"), ",\n\"drawn\": ", figures("drawn.csv"), "\n}"), "expected.json")
