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
  paste0("{\n  \"mean\": ", number(mean(total)), ",\n  \"standardDeviation\": ", number(sd(total)),
    ",\n  \"alpha\": ", number(alpha), ",\n  \"standardError\": ", number(sd(total) * sqrt(1 - alpha)),
    ",\n  \"facility\": ", list_of(facility), ",\n  \"uncorrected\": ", list_of(uncorrected),
    ",\n  \"corrected\": ", list_of(corrected), ",\n  \"alphaWithout\": ", list_of(without), "\n}")
}
writeLines(paste0("{\n\"answers\": ", figures("answers.csv"), ",\n\"drawn\": ", figures("drawn.csv"), "\n}"), "expected.json")
