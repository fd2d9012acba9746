import { setTimeout as wait } from 'node:timers/promises'
import type { QuestionSpec } from '../arrange-exam.ts'
import type { Driven, InFrame } from './driven.ts'

/** A question of a story, and what a learner does with it. */
export interface Step {
  readonly question: QuestionSpec
  /** With mouse and keys. */
  answer?(driven: Driven): Promise<void>
  /** What the panel shows once it is answered: chosen, typed or put beside one another. */
  readonly shows?: readonly string[]
  /** What the server has then. */
  readonly answerText?: string
}

/** Presses at one place within half a second are one press, as a double click is; a person looks at what came. */
export const look = () => wait(600)

export const press = (css: string, text?: string) => (driven: InFrame) =>
  driven.press({ css, ...(text !== undefined && { text }) })
export const typeInto = (css: string, text: string) => async (driven: InFrame) => {
  await driven.press({ css })
  await driven.type(text)
}

export const untilAt = (driven: Driven, end: string) =>
  driven.until(`the page is ${end}`, (wanted: string) => location.pathname.endsWith(wanted), end)

export const untilQuestion = (driven: Driven, number: number) =>
  driven.until(
    `question ${number} is open`,
    (title: string) => [...document.querySelectorAll('h1')].some(({ textContent }) => textContent?.includes(title)),
    `Question ${number}`,
  )

export const untilShown = (driven: Driven, words: readonly string[]) =>
  driven.until(
    `the answer shows “${words}”`,
    (wanted: readonly string[]) => {
      const panel = document.querySelector('article')
      const chosen = [...(panel?.querySelectorAll('[aria-checked="true"], input:checked') ?? [])].map(
        (one) => `${one.textContent} ${one.closest('label')?.textContent}`,
      )
      const written = [
        ...(panel?.querySelectorAll<HTMLInputElement>('input:not([type=radio],[type=checkbox]), textarea') ?? []),
      ]
      const elsewhere = [...(panel?.querySelectorAll('button, li, [contenteditable]') ?? [])].map(
        ({ textContent }) => textContent ?? '',
      )
      return [...chosen, ...written.map(({ value }) => value), ...elsewhere].some((one) =>
        wanted.every((word) => one.includes(word)),
      )
    },
    words,
  )

export const untilSays = (driven: Driven, text: string) =>
  driven.until(`the page says “${text}”`, (wanted: string) => document.body.textContent.includes(wanted), text)

export const next = press('button', 'Next')
export const previous = press('button', 'Previous')
