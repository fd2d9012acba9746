/** What a line of Aiken is. */
type AikenLine =
  | { readonly is: 'empty' }
  | { readonly is: 'text' }
  /** A choice by its letter, A for the first; `isCapital` as it is written. */
  | { readonly is: 'choice'; readonly letter: string; readonly isCapital: boolean; readonly text: string }
  /** It ends a question. `letter` is undefined if it names no single one. */
  | { readonly is: 'answer'; readonly letter: string | undefined }

/** `ANSWER: B`, as Moodle writes it, and the ways in which people write it by hand. */
const answerOfLetter = /^(?:the\s+)?(?:correct\s+)?ans(?:wer)?(?:\s*[:：=.-]|\s+is\b\s*:?|(?=\s|\())\s*\(?([a-z])[.)]*$/i
const anyAnswer = /^(?:the\s+)?(?:correct\s+)?ans(?:wers?)?\s*[:：=]/i
/** Characters; a longer line names no single letter. */
const longestAnswer = 60

/** A letter, and a space behind its sign; without the space only a capital that begins no abbreviation. */
const choice = /^(?:([A-Za-z])[.)](?:\s+|$)|([A-Z])[.)](?![A-Z]\.))(.*)$/

/** Reads a line by itself: whether a choice is the next one, its question says. */
export const aikenLine = (written: string): AikenLine => {
  const line = written.trim()
  if (line === '') return { is: 'empty' }
  const [, answer] = (line.length > longestAnswer ? undefined : answerOfLetter.exec(line)) ?? []
  if (answer !== undefined) return { is: 'answer', letter: answer.toUpperCase() }
  if (anyAnswer.test(line)) return { is: 'answer', letter: undefined }
  const [found, spaced, tight, text = ''] = choice.exec(line) ?? []
  const letter = spaced ?? tight ?? ''
  if (found === undefined) return { is: 'text' }
  return { is: 'choice', letter: letter.toUpperCase(), isCapital: letter === letter.toUpperCase(), text: text.trim() }
}
