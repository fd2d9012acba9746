import { mostCodeCharacters } from '@sitwell/contract/code-page'
import { isRecording } from '@sitwell/exam/media/audio'
import { isFilm } from '@sitwell/exam/media/film'
import type * as z from 'zod'
import { mostOfDrawing } from '../drawing/drawing.ts'
import { type Report, reportTo, reportTwice } from '../option/check-ids.ts'
import type { FieldKey } from './field-marking.ts'
import { type ComponentOf, familiesOf, fieldsOf, type GridComponent, type GridField, type GridForm } from './form.ts'

/** Most characters that all fields of one form may take together: an answer has to fit into its text. */
const maxCharacters = 300_000

interface AuthoredForm extends GridForm {
  readonly key: { readonly fields: Readonly<Record<string, FieldKey>>; readonly actions?: { accept: string[] } | undefined }
}

const kindsOf: Record<FieldKey['kind'], (field: GridField) => boolean> = {
  texts: ({ kind }) => kind === 'input' || kind === 'textarea',
  numbers: ({ kind }) => kind === 'input',
  date: (field) => field.kind === 'calendar' || (field.kind === 'input' && field.format === 'date'),
  option: ({ kind }) => kind === 'radio' || kind === 'dropdown',
  areas: ({ kind }) => kind === 'hotspot',
  order: ({ kind }) => kind === 'areaOrder',
  pairs: ({ kind }) => kind === 'areaPairs' || kind === 'areaCards',
  points: ({ kind }) => kind === 'points',
  ticked: ({ kind }) => kind === 'checkbox',
  person: ({ kind }) => kind !== 'timer',
}

const idsWithin = (field: GridField | undefined): string[] | undefined => {
  if (field?.kind === 'radio' || field?.kind === 'dropdown') return field.options.map(({ id }) => id)
  if (field === undefined || !('areas' in field)) return undefined
  return [...field.areas, ...('cards' in field ? field.cards : [])].map(({ id }) => id)
}

type Path = (string | number)[]

const reportIdsTwice = (listed: readonly { readonly id: string }[], path: Path, report: Report) =>
  reportTwice(
    listed.map(({ id }) => id),
    path,
    report,
  )

/** What using a component does. */
interface Effect {
  readonly action?: string | undefined
  readonly rowStates?: Readonly<Record<string, string>> | undefined
}

const checkEffect = (form: AuthoredForm, effect: Effect, at: Path, report: Report) => {
  const families = familiesOf(form)
  if (effect.action !== undefined && !form.actions.some(({ id }) => id === effect.action))
    report([...at, 'action'], `"${effect.action}" is not an action of this form`)
  for (const [family, state] of Object.entries(effect.rowStates ?? {}))
    if (!families.get(family)?.has(state))
      report([...at, 'rowStates', family], `no row of the family "${family}" has the state "${state}"`)
}

type OnPicture = Extract<GridComponent, { areas: unknown }>

const checkAreas = (form: AuthoredForm, component: OnPicture, path: Path, report: Report) => {
  reportIdsTwice(component.areas, [...path, 'areas'], report)
  if ('cards' in component) reportIdsTwice(component.cards, [...path, 'cards'], report)
  if (component.kind === 'hotspot')
    for (const [index, area] of component.areas.entries()) checkEffect(form, area, [...path, 'areas', index], report)
  for (const [index, area] of component.areas.entries())
    if (area.x + area.width > 100 || area.y + area.height > 100)
      report([...path, 'areas', index], 'the area reaches out of the picture')
}

/** An interaction of its author's own has what it asks for first. */
const checkCode = ({ module, modules, files }: ComponentOf<'custom'>, path: Path, report: Report) => {
  reportIdsTwice(modules, [...path, 'modules'], report)
  reportTwice(
    files.map(({ name }) => name),
    [...path, 'files'],
    report,
  )
  const names = new Set(files.map(({ name }) => name))
  for (const [index, { file }] of modules.entries())
    if (!names.has(file)) report([...path, 'modules', index, 'file'], `"${file}" is not the name of one of its files`)
  if (!modules.some(({ id }) => id === module) && !names.has(`${module}.js`))
    report([...path, 'module'], `there is no module "${module}"`)
}

const checkComponent = (form: AuthoredForm, component: GridComponent, path: Path, report: Report) => {
  if (component.kind === 'button' || component.kind === 'timer') checkEffect(form, component, path, report)
  if (component.kind === 'button' && component.action === undefined && component.rowStates === undefined)
    report(path, 'a button needs an action or rowStates')
  if (component.kind === 'radio' || component.kind === 'dropdown') {
    reportIdsTwice(component.options, [...path, 'options'], report)
    for (const [index, option] of component.options.entries()) checkEffect(form, option, [...path, 'options', index], report)
  }
  if (component.kind === 'recording' && !isRecording(component.src) && !isFilm(component.src))
    report([...path, 'src'], 'a recording is an MP3, M4A, MP4 or WebM')
  if (component.kind === 'custom') checkCode(component, path, report)
  if ('areas' in component) checkAreas(form, component, path, report)
  const nextField = 'nextField' in component ? component.nextField : undefined
  if (nextField !== undefined && !fieldsOf(form).some(({ id }) => id === nextField))
    report([...path, 'nextField'], `"${nextField}" is not the id of a field of this form`)
}

/** The options, areas and cards that a key names. */
const namedIn = (key: FieldKey): readonly string[] => {
  if (key.kind === 'option') return key.accept
  if (key.kind === 'areas' || key.kind === 'order') return key.areas
  return key.kind === 'pairs' ? key.pairs.flat() : []
}

/** Most characters that a field may hold. */
const roomOf = (field: GridField): number => {
  if ('maxLength' in field) return field.maxLength
  if (field.kind === 'recording') return 10
  if (field.kind === 'drawing') return mostOfDrawing
  if (field.kind === 'custom') return mostCodeCharacters
  // Two ids of 64 characters and what joins them.
  return 'most' in field ? Math.max(300, field.most * 130) : 300
}

const checkKey = (form: AuthoredForm, report: Report) => {
  const fields = new Map(fieldsOf(form).map((field) => [field.id, field]))
  for (const [id, key] of Object.entries(form.key.fields)) {
    const field = fields.get(id)
    const path = ['key', 'fields', id]
    if (!field) report(path, `"${id}" is not the id of a field of this form`)
    else if (!kindsOf[key.kind](field)) report(path, `a ${field.kind} can't be marked as "${key.kind}"`)
    const known = idsWithin(field)
    for (const one of namedIn(key)) if (known && !known.includes(one)) report(path, `"${one}" is no option or area of "${id}"`)
  }
  for (const action of form.key.actions?.accept ?? [])
    if (!form.actions.some(({ id }) => id === action))
      report(['key', 'actions', 'accept'], `"${action}" is not an action of this form`)
}

/** All components of a form, each with its place. */
const placedComponents = (form: AuthoredForm) =>
  form.rows.flatMap(({ cells }, row) =>
    cells.flatMap(({ components }, cell) =>
      components.map((component, index) => ({ component, path: ['rows', row, 'cells', cell, 'components', index] })),
    ),
  )

/** Reports what of a form doesn't fit together, each at its place. */
export const checkForm = (form: AuthoredForm, context: z.core.$RefinementCtx): void => {
  const report = reportTo(context)
  const seen = new Set<string>()
  let characters = 0
  for (const [index, row] of form.rows.entries())
    if ((row.family === undefined) !== (row.state === undefined))
      report(['rows', index], 'a row has both a family and a state, or neither')
  for (const { component, path } of placedComponents(form)) {
    if ('id' in component) {
      if (seen.has(component.id)) report([...path, 'id'], `duplicate id "${component.id}"`)
      seen.add(component.id)
      characters += roomOf(component)
    }
    checkComponent(form, component, path, report)
  }
  reportIdsTwice(form.actions, ['actions'], report)
  if (characters > maxCharacters) report(['rows'], `the fields may take ${maxCharacters} characters together`)
  checkKey(form, report)
}
