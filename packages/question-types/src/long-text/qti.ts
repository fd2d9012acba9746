import { declared, responseFrom, textAbove, written } from '../qti-writing/body-qti.ts'
import { byPersonInQti } from '../qti-writing/facets-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredLongText } from './marking.ts'

/** A text of several lines. */
export const longTextQti = {
  ...byPersonInQti,
  unmarked: () => ({ bindings: { R1: { from: 'text' } }, declarations: declared('R1', 'single', 'string') }),
  body: (question, bindings) => {
    const response = responseFrom(bindings, ({ from }) => from === 'text')
    return response === undefined
      ? { why: 'Its rules ask for something else than its text.' }
      : { body: textAbove(question) + written(response, question.lineCount, false) }
  },
} satisfies TypeQti<AuthoredLongText>
