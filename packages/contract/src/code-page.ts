/** The page at the courses' origin in which the code of questions gets its own frame. */
export const codePage = '/question-code.html'

/** Characters of what such code may hold: a longer answer is not taken, and its learner is told. */
export const mostCodeCharacters = 50_000
