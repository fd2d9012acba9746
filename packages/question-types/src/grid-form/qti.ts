import { declared, textAbove, unlikeQti } from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import { codeBody, codeIn } from './code-qti.ts'
import { drawingXml, drawnOn } from './drawing-qti.ts'
import type { AuthoredGridForm } from './marking.ts'

const unmarked: TypeQti<AuthoredGridForm>['unmarked'] = (question) => {
  if (drawnOn(question) !== undefined) return { bindings: {}, declarations: declared('R1', 'single', 'file') }
  const code = codeIn(question)
  return (
    code && {
      bindings: Object.fromEntries(
        code.map(({ id }, at) => [`R${at + 1}`, { from: 'form', fields: [{ field: id }], isOrdered: false }]),
      ),
      // Nobody but a person reads what it is: which type its code gives it, the code alone knows.
      declarations: code.map((_, at) => declared(`R${at + 1}`, 'single', 'string')).join(''),
    }
  )
}

/** A form of one drawing, or of code and texts; QTI has nothing like others. */
export const gridFormQti = {
  ...byKeyInQti,
  markedBy: (question) => {
    const isCodeAlone = Object.keys(question.key.fields).length === 0 && codeIn(question) !== undefined
    return drawnOn(question) !== undefined || isCodeAlone ? 'person' : 'key'
  },
  unmarked,
  rules: unlikeQti,
  body: (question, bindings) => {
    const drawing = drawingXml(question, 'R1')
    return drawing === undefined ? codeBody(question, bindings) : { body: textAbove(question) + drawing }
  },
  fileInBody: drawnOn,
} satisfies TypeQti<AuthoredGridForm>
