# Makes the answers of 60 people to eight questions: partial credit, omitted (O), not reached (N), and not asked (D, in the drawn ones).
# Rscript make-answers.R writes answers.csv and drawn.csv into this folder.
set.seed(20261130)
most <- c(1, 1, 2, 4, 4, 6, 8, 3)
ability <- rnorm(60)
marks <- sapply(seq_along(most), function(j) {
  p <- plogis(1.2 * ability - (j - 4) / 3)
  rbinom(60, most[j], p)
})
answers <- matrix(as.character(marks), 60)
answers[sample(length(answers), 25)] <- "O"
for (i in c(4, 17, 23, 41)) answers[i, 8] <- "N"
for (i in c(9, 33)) answers[i, 7:8] <- "N"
write.csv(answers, "answers.csv", row.names = FALSE, quote = FALSE)
drawn <- answers
for (i in 1:60) drawn[i, if (i %% 2 == 0) 3 else 5] <- "D"
write.csv(drawn, "drawn.csv", row.names = FALSE, quote = FALSE)
