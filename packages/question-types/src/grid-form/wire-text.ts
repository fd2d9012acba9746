import { confirmedFormAction, gridSeparators, maxFormHtmlCharacters } from '@sitwell/contract'
import { isFieldValue } from './field-value.ts'
import { familiesOf, fieldsOf, type GridForm } from './form.ts'
import { formHtml } from './form-html.ts'
import { emptyGridAnswer, type GridAnswer } from './grid-answer.ts'

const { segment, part, entry, value } = gridSeparators

const writeEntries = (entries: readonly (readonly [string, string])[]) => entries.map((one) => one.join(value)).join(entry)

const isUntouched = ({ action, confirmed, values, rowStates }: GridAnswer) =>
  action === null && !confirmed && values.size === 0 && rowStates.size === 0

/** The one text of a form's answer; `gridSeparators` of the contract says what stands in it. */
export const writeGridText = (form: GridForm, answer: GridAnswer): string => {
  if (isUntouched(answer)) return ''
  const fields = fieldsOf(form).flatMap(({ id }) => {
    const held = answer.values.get(id)
    return held === undefined ? [] : [[id, held] as const]
  })
  const families = [...answer.rowStates].sort(([one], [other]) => (one < other ? -1 : 1))
  const rows = writeEntries(families) + (answer.confirmed ? part + confirmedFormAction : '')
  return [answer.action ?? '', writeEntries(fields), rows, formHtml(form, answer)].join(segment)
}

/** So much is said of what is wrong: an answer could be made of nothing else, and what says so would be many times as long. */
const mostProblems = 20
const mostOfId = 80

interface Reading {
  readonly answer: GridAnswer
  /** What the form has no place for, in words. */
  readonly problems: readonly string[]
}

/** Reads as much as fits the form; what doesn't, an action or a value of another version of it, counts as not there. */
export const readGridText = (form: GridForm, text: string): Reading => {
  if (text === '') return { answer: emptyGridAnswer, problems: [] }
  const [action = '', fieldText = '', rowText = '', html = '', ...rest] = text.split(segment)
  const problems: string[] = []
  const expect = (holds: boolean, problem: string) => {
    if (!holds && problems.length < mostProblems) problems.push(problem)
    return holds
  }
  const readEntries = (joined: string, accepts: (id: string, held: string) => boolean) => {
    const found = new Map<string, string>()
    for (const one of joined === '' ? [] : joined.split(entry)) {
      const [id = '', held = '', ...more] = one.split(value)
      if (
        expect(
          more.length === 0 && held !== '' && !found.has(id) && accepts(id, held),
          `"${id.slice(0, mostOfId)}" can't hold this.`,
        )
      )
        found.set(id, held)
    }
    return found
  }
  const fields = new Map(fieldsOf(form).map((field) => [field.id, field]))
  const families = familiesOf(form)
  const [states = '', formAction, ...moreParts] = rowText.split(part)
  expect(rest.length === 0 && text.includes(segment), 'A form answer has four segments.')
  expect(html.length <= maxFormHtmlCharacters, 'The form’s HTML is too long.')
  expect(moreParts.length === 0 && (formAction ?? confirmedFormAction) === confirmedFormAction, 'Unknown form action.')
  const isKnown = expect(
    action === '' || form.actions.some(({ id }) => id === action),
    `There is no action "${action.slice(0, mostOfId)}".`,
  )
  const values = readEntries(fieldText, (id, held) => {
    const field = fields.get(id)
    return field !== undefined && isFieldValue(field, held)
  })
  const rowStates = readEntries(states, (family, state) => {
    const known = [...(families.get(family) ?? [])]
    return known.indexOf(state) > 0
  })
  return {
    answer: {
      action: action !== '' && isKnown ? action : null,
      confirmed: formAction === confirmedFormAction,
      values,
      rowStates,
    },
    problems,
  }
}
