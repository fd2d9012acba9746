import type * as z from 'zod'
import type { FieldKey } from './field-marking.ts'
import { familiesOf, fieldsOf, type GridComponent, type GridField, type GridForm } from './form.ts'

/** Most characters that all fields of one form may take together: an answer has to fit into its text. */
const maxCharacters = 300_000

interface AuthoredForm extends GridForm {
  readonly key: { readonly fields: Readonly<Record<string, FieldKey>>; readonly actions?: { accept: string[] } | undefined }
}
type Report = (path: (string | number)[], message: string) => void

const kindsOf: Record<FieldKey['kind'], (field: GridField) => boolean> = {
  texts: ({ kind }) => kind === 'input' || kind === 'textarea',
  numbers: ({ kind }) => kind === 'input',
  date: (field) => field.kind === 'calendar' || (field.kind === 'input' && field.format === 'date'),
  option: ({ kind }) => kind === 'radio' || kind === 'dropdown',
  areas: ({ kind }) => kind === 'hotspot',
  ticked: ({ kind }) => kind === 'checkbox',
  person: ({ kind }) => kind !== 'timer',
}

const idsWithin = (field: GridField | undefined): string[] | undefined => {
  if (field?.kind === 'radio' || field?.kind === 'dropdown') return field.options.map(({ id }) => id)
  return field?.kind === 'hotspot' ? field.areas.map(({ id }) => id) : undefined
}

const reportTwice = (ids: readonly string[], path: (string | number)[], report: Report) => {
  for (const [index, id] of ids.entries()) if (ids.indexOf(id) !== index) report([...path, index, 'id'], `duplicate id "${id}"`)
}

const checkComponent = (form: AuthoredForm, component: GridComponent, path: (string | number)[], report: Report) => {
  const actions = form.actions.map(({ id }) => id)
  const families = familiesOf(form)
  const checkEffect = (
    effect: { action?: string | undefined; rowStates?: Record<string, string> | undefined },
    at: typeof path,
  ) => {
    if (effect.action !== undefined && !actions.includes(effect.action))
      report([...at, 'action'], `"${effect.action}" is not an action of this form`)
    for (const [family, state] of Object.entries(effect.rowStates ?? {}))
      if (!families.get(family)?.has(state))
        report([...at, 'rowStates', family], `no row of the family "${family}" has the state "${state}"`)
  }
  if (component.kind === 'button' || component.kind === 'timer') checkEffect(component, path)
  if (component.kind === 'button' && component.action === undefined && component.rowStates === undefined)
    report(path, 'a button needs an action or rowStates')
  if (component.kind === 'radio' || component.kind === 'dropdown') {
    reportTwice(
      component.options.map(({ id }) => id),
      [...path, 'options'],
      report,
    )
    for (const [index, option] of component.options.entries()) checkEffect(option, [...path, 'options', index])
  }
  if (component.kind === 'hotspot') {
    reportTwice(
      component.areas.map(({ id }) => id),
      [...path, 'areas'],
      report,
    )
    for (const [index, area] of component.areas.entries()) {
      checkEffect(area, [...path, 'areas', index])
      if (area.x + area.width > 100 || area.y + area.height > 100)
        report([...path, 'areas', index], 'the area reaches out of the picture')
    }
  }
  if ('nextField' in component && component.nextField !== undefined) {
    if (!fieldsOf(form).some(({ id }) => id === component.nextField))
      report([...path, 'nextField'], `"${component.nextField}" is not the id of a field of this form`)
  }
}

const checkKey = (form: AuthoredForm, report: Report) => {
  const fields = new Map(fieldsOf(form).map((field) => [field.id, field]))
  for (const [id, key] of Object.entries(form.key.fields)) {
    const field = fields.get(id)
    const path = ['key', 'fields', id]
    if (!field) report(path, `"${id}" is not the id of a field of this form`)
    else if (!kindsOf[key.kind](field)) report(path, `a ${field.kind} can't be marked as "${key.kind}"`)
    const known = idsWithin(field)
    const named = key.kind === 'option' ? key.accept : key.kind === 'areas' ? key.areas : []
    for (const one of named) if (known && !known.includes(one)) report(path, `"${one}" is no option or area of "${id}"`)
  }
  for (const action of form.key.actions?.accept ?? [])
    if (!form.actions.some(({ id }) => id === action))
      report(['key', 'actions', 'accept'], `"${action}" is not an action of this form`)
}

/** Reports what of a form doesn't fit together, each at its place. */
export const checkForm = (form: AuthoredForm, context: z.core.$RefinementCtx): void => {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message })
  const seen = new Set<string>()
  let characters = 0
  for (const [rowIndex, row] of form.rows.entries()) {
    if ((row.family === undefined) !== (row.state === undefined))
      report(['rows', rowIndex], 'a row has both a family and a state, or neither')
    for (const [cellIndex, cell] of row.cells.entries())
      for (const [index, component] of cell.components.entries()) {
        const path = ['rows', rowIndex, 'cells', cellIndex, 'components', index]
        if ('id' in component) {
          if (seen.has(component.id)) report([...path, 'id'], `duplicate id "${component.id}"`)
          seen.add(component.id)
          characters += 'maxLength' in component ? component.maxLength : 300
        }
        checkComponent(form, component, path, report)
      }
  }
  reportTwice(
    form.actions.map(({ id }) => id),
    ['actions'],
    report,
  )
  if (characters > maxCharacters) report(['rows'], `the fields may take ${maxCharacters} characters together`)
  checkKey(form, report)
}
