import { fitValue } from './field-value.ts'
import { familiesOf, type GridField, type GridForm, type GridRow } from './form.ts'

/** A grid form as it is being filled in. */
export interface GridAnswer {
  /** The id of the selected action. While there is one, the form is disabled. */
  readonly action: string | null
  /** Confirmed in the dialog of a confirming button: from then on the form is read-only. */
  readonly confirmed: boolean
  /** What stands in each field that isn't empty, by its id. */
  readonly values: ReadonlyMap<string, string>
  /** The state of each family of rows that isn't in its first one. */
  readonly rowStates: ReadonlyMap<string, string>
}

export const emptyGridAnswer: GridAnswer = { action: null, confirmed: false, values: new Map(), rowStates: new Map() }

/** What a button, an option, an area or a timer does. */
export interface GridEffect {
  readonly action?: string | undefined
  readonly rowStates?: Readonly<Record<string, string>> | undefined
}

/** Whether the learner can change nothing more, whatever the exam says. */
export const isClosed = ({ action, confirmed }: GridAnswer): boolean => confirmed || action !== null

/** Whether a row is shown: one of a family is while the family is in its state (spec 2 §4). */
export const isRowShown = (form: GridForm, answer: GridAnswer, { family, state }: GridRow): boolean => {
  if (family === undefined || state === undefined) return true
  const [first] = familiesOf(form).get(family) ?? []
  return (answer.rowStates.get(family) ?? first) === state
}

/** The answer with what was put into a field, as far as it fits there. A closed form stays as it is. */
export const setField = (answer: GridAnswer, field: GridField, entered: string): GridAnswer => {
  if (isClosed(answer)) return answer
  const values = new Map(answer.values)
  const value = fitValue(field, entered)
  if (value === '') values.delete(field.id)
  else values.set(field.id, value)
  return { ...answer, values }
}

const withRowStates = (form: GridForm, answer: GridAnswer, rowStates: GridEffect['rowStates']): GridAnswer => {
  if (!rowStates) return answer
  const families = familiesOf(form)
  const next = new Map(answer.rowStates)
  for (const [family, state] of Object.entries(rowStates)) {
    const states = families.get(family)
    if (!states?.has(state)) continue
    const [first] = states
    if (state === first) next.delete(family)
    else next.set(family, state)
  }
  return { ...answer, rowStates: next }
}

/** The answer after an effect: other rows, an action selected, or both. A closed form stays as it is. */
export const applyEffect = (form: GridForm, answer: GridAnswer, { action, rowStates }: GridEffect): GridAnswer => {
  if (isClosed(answer)) return answer
  const shown = withRowStates(form, answer, rowStates)
  return action !== undefined && form.actions.some(({ id }) => id === action) ? { ...shown, action } : shown
}

/** The answer after Confirm in the dialog of a confirming button. */
export const confirmForm = (form: GridForm, answer: GridAnswer, effect: GridEffect): GridAnswer =>
  isClosed(answer) ? answer : { ...applyEffect(form, answer, effect), confirmed: true }

/** An action that nobody confirmed can be taken back: a slip of the finger is no answer. */
export const takeBack = (answer: GridAnswer): GridAnswer => (answer.confirmed ? answer : { ...answer, action: null })
