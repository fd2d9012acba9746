import type { PanelProps } from '../panel-props.ts'
import type { GridComponent, GridField } from './form.ts'
import type { GridAnswer, GridEffect } from './grid-answer.ts'

/** A button that asks first. */
export interface AskedPress {
  readonly name: string
  readonly effect: GridEffect
}

/** What every component of a form gets: the form's answer, and the ways to change it. */
export interface FormHands
  extends Pick<
    PanelProps,
    'renderHtml' | 'text' | 'onTextFocus' | 'nowMs' | 'uploads' | 'files' | 'renderRecording' | 'renderCustomCode' | 'keepClear'
  > {
  readonly answer: GridAnswer
  /** What was heard of each recording by all that the server ever got, also from another device. */
  readonly heard: Readonly<Record<string, string>> | undefined
  /** Nothing can be changed: the exam is disabled, an action is selected, or the form is confirmed. */
  readonly isLocked: boolean
  /** Puts a value into a field, and does what comes with it in the same change. */
  fill(field: GridField, value: string, effect?: GridEffect): void
  press(effect: GridEffect): void
  /** Asks first, then confirms the form. */
  ask(press: AskedPress): void
  /** The ids of what names the question. */
  readonly labelledBy: string
  /** The id of a field's element in the page. */
  elementId(fieldId: string): string
  /** Takes the focus to a field, where it is shown. */
  goTo(fieldId: string): void
}

/** Whether a component gets the same by both: of the answer it shows the value of its own field alone. */
export const isSameFor = (component: GridComponent, before: FormHands, after: FormHands): boolean => {
  const { answer: answerBefore, ...waysBefore } = before
  const { answer: answerAfter, ...waysAfter } = after
  if ('id' in component && answerBefore.values.get(component.id) !== answerAfter.values.get(component.id)) return false
  const others: Readonly<Record<string, unknown>> = waysAfter
  return Object.entries(waysBefore).every(([name, way]) => way === others[name])
}
