import { question } from '@sitwell/contract'
import * as z from 'zod/mini'
import { html, type ReadText, typed } from '../answer-reading.ts'
import type { TypeRules } from '../type-rules.ts'
import { formParts } from './answered-parts.ts'
import { fieldsOf, type GridComponent, type GridField, gridFormFields } from './form.ts'
import { shownValue } from './form-html.ts'
import { emptyGridAnswer, type GridAnswer, isRowShown } from './grid-answer.ts'
import { offeredOnPicture } from './on-picture.ts'
import { notPlayed, type Plays, playsIn } from './plays.ts'
import { saidOf } from './said-of-drawing.ts'
import { readGridText, writeGridText } from './wire-text.ts'

export const gridFormQuestion = z.extend(question, {
  ...gridFormFields,
  /** From the server: what was heard of each recording, by its field, as far as any save ever said. */
  heard: z.optional(z.record(z.string(), z.string())),
})
export type GridFormQuestion = z.infer<typeof gridFormQuestion>

/** A form of rows, cells and components (spec 2 §3, "Grid form (QGRID)"). */
export const gridFormRules: TypeRules<GridFormQuestion, GridAnswer> = {
  publicQuestion: gridFormQuestion,
  takesAnswer: true,
  saves: 'text',
  takesFiles: (form) => fieldsOf(form).some(({ kind }) => kind === 'fileButton'),
  hasCustomCode: (form) => fieldsOf(form).some(({ kind }) => kind === 'custom'),
  hasRecordings: (form) => recordingsIn(form).length > 0,
  // A play, or its end, that a device kept to itself would be given once more on the next one.
  sendsNow: (form, before, after) =>
    recordingsIn(form).some(({ id }) => isAnotherPlay(playsOf(before, id), playsOf(after, id))),
  initialAnswer: () => emptyGridAnswer,
  fromWire: (form, { answerText }) => readGridText(form, answerText).answer,
  toWire: (form, answer) => ({ answerText: writeGridText(form, answer), options: [] }),
  partsOf: formParts,
  problemsOf: (form, { answerText, options }) => [
    ...readGridText(form, answerText).problems.map((message) => ({ path: 'answerText', message })),
    ...(options.length > 0 ? [{ path: 'options', message: 'A grid form has an empty list of options.' }] : []),
  ],
  offers: (form) => [
    {
      kind: 'list',
      items: form.rows
        .filter((row) => isRowShown(form, emptyGridAnswer, row))
        .flatMap(({ cells }) => cells.flatMap(({ components }) => components.flatMap(offerOf))),
    },
  ],
  read: (form, answer) => {
    const shown = { ...form, rows: form.rows.filter((row) => isRowShown(form, answer, row)) }
    const action = form.actions.find(({ id }) => id === answer.action)
    return [
      // A timer is nothing that the learner gave.
      ...fieldsOf(shown)
        .filter(({ kind }) => kind !== 'timer')
        .map((field) => ({ label: typed(field.label), value: readValue(field, answer.values.get(field.id)) })),
      ...(action ? [{ value: typed(action.name) }] : []),
    ]
  },
}

/** What a learner sees of a component before anything is filled in. */
const offerOf = (component: GridComponent): ReadText[] => {
  switch (component.kind) {
    case 'text':
      return [html(component.html)]
    case 'image':
      return [pictureOf(component)]
    case 'hotspot':
    case 'areaOrder':
    case 'areaPairs':
    case 'areaCards':
    case 'points':
      return [typed(component.label), pictureOf(component), ...offeredOnPicture(component).map(typed)]
    case 'drawing':
      return [typed(component.label), pictureOf(component)]
    case 'radio':
    case 'dropdown':
      return [typed(`${component.label}: ${component.options.map(({ name }) => name).join(' / ')}`)]
    case 'button':
      return [typed(component.name)]
    default:
      return [typed(component.label)]
  }
}

const recordingsIn = (form: GridFormQuestion) => fieldsOf(form).filter(({ kind }) => kind === 'recording')

const playsOf = (answer: GridAnswer, id: string) => playsIn(answer.values.get(id) ?? '') ?? notPlayed

/** Whether one began or ended, and not only went on. */
const isAnotherPlay = (before: Plays, after: Plays) =>
  after.count > before.count || (before.atSeconds !== undefined && after.atSeconds === undefined)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const pictureOf = ({ src, alt }: { readonly src: string; readonly alt: string }): ReadText =>
  html(`<img src="${escaped(src)}" alt="${escaped(alt)}">`)

const readValue = (field: GridField, value: string | undefined): ReadText => {
  if (field.kind === 'drawing' && value !== undefined) return { ...typed(saidOf(value)), drawing: { value, src: field.src } }
  if (value !== undefined && isDay(field)) return { ...typed(value), isDay: true }
  return typed(wordsOf(field, value))
}

const isDay = (field: GridField) => field.kind === 'calendar' || (field.kind === 'input' && field.format === 'date')

const wordsOf = (field: GridField, value: string | undefined): string => {
  if (value === undefined) return ''
  return field.kind === 'checkbox' ? '✓' : shownValue(field, value)
}
