import type { ControlProperty } from '@sitwell/contract'

/** `{{name}}`, or `{{name|what stands there where it isn't given}}`. */
const placeholder = /\{\{\s*([\w-]+)\s*(?:\|([^{}]*))?\}\}/g

const scriptOrStyle = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/gi

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** The problems with a template; a value is put where it can be nothing but text. */
export const problemOfTemplate = (template: string): string | undefined => {
  for (const [, element, content = ''] of template.matchAll(scriptOrStyle))
    if (/\{\{/.test(content)) return `a value stands in a ${element}, where it can't be escaped; put it into an attribute`
  const attributes = template.replace(scriptOrStyle, '')
  if (/=\s*\{\{/.test(attributes)) return 'a value stands in an attribute without quotes'
  if (/\s(on\w+|href|src|srcdoc|style|action|formaction)\s*=\s*(?:"[^"]*\{\{|'[^']*\{\{)/i.test(attributes))
    return 'a value stands in an attribute that acts or loads; put it into a data attribute'
  return undefined
}

/** A template with the values of a question in it, each escaped; what the learner answered before is called `initialData`. */
export const renderControl = (template: string, props: readonly ControlProperty[], initialData: string): string => {
  const values = new Map(props.map(({ name, value }) => [name, value]))
  values.set('initialData', initialData)
  return template.replace(placeholder, (_, name: string, fallback = '') => escapeHtml(values.get(name) ?? fallback))
}

/** The scripts of a template, as the browser sees them. */
export const scriptsOf = (template: string): string[] =>
  [...template.matchAll(scriptOrStyle)].flatMap(([whole, element, content = '']) =>
    element?.toLowerCase() === 'script' && !/^<script[^>]*\stype=/i.test(whole) ? [content] : [],
  )
