import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemOfTemplate, scriptsOf } from './render-control.ts'

/** The legacy controls that this server renders: templates, kept as files. */
export interface Controls {
  /** The template of a control, undefined if there is none of that name. */
  templateOf(controlName: string): string | undefined
  /** Of every script in the templates, as a content security policy names it. */
  readonly scriptHashes: readonly string[]
}

const own = fileURLToPath(new URL('./controls', import.meta.url))

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`

/**
 * Reads the controls that come with Sitwell and those of `folder`: each file `name.html` is one, and one of the same name takes
 * the other's place. `_base.html` stands ahead of each. Throws an error if a template would put a value in a place that can't be escaped.
 */
export const readControls = (folder: string | undefined): Controls => {
  const base = readFileSync(join(own, '_base.html'), 'utf8')
  const templates = new Map<string, string>()
  for (const place of [own, ...(folder === undefined ? [] : [folder])]) {
    for (const file of readdirSync(place)) {
      const name = /^([a-z\d][\w-]*)\.html$/i.exec(file)?.[1]
      if (name === undefined) continue
      // A script's hash is of what the browser reads, and that has single line ends.
      const template = base + readFileSync(join(place, file), 'utf8').replaceAll('\r\n', '\n')
      const problem = problemOfTemplate(template)
      if (problem !== undefined) throw new Error(`The control ${join(place, file)}: ${problem}.`)
      templates.set(name.toLowerCase(), template)
    }
  }
  return {
    templateOf: (controlName) => templates.get(controlName.toLowerCase()),
    scriptHashes: [...new Set([...templates.values()].flatMap(scriptsOf).map(hashOf))],
  }
}
