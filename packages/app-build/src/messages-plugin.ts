import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areasOf, areasOfOfficePages, type MessageSetName } from '@sitwell/i18n/areas'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { english, type Language, languages } from '@sitwell/i18n/languages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { fileOf, readMessages } from '@sitwell/i18n/read-messages'
import type { Plugin } from 'vite'

const namesOf = <Set extends string>(sets: Readonly<Record<Set, unknown>>) => Object.keys(sets) as Set[]

/** What the office loads. */
export const setsOfOffice: readonly MessageSetName[] = ['visitor', 'office', 'firstRun', ...namesOf(areasOfOfficePages)]

const setsOfOthers: readonly MessageSetName[] = ['server', 'preview', ...setsOfOffice.filter((set) => set !== 'visitor')]

/** What the server alone says is in no browser, and what the office or a preview says is in no player. */
export const setsOfPlayer = namesOf(areasOf).filter((set) => !setsOfOthers.includes(set))

/** The file that loads texts; in an app the one that is written here is in its place. */
const loader = fileURLToPath(new URL('../../i18n/src/load-messages.ts', import.meta.url))

const prefix = 'sitwell-messages/'
const virtual = new RegExp(`^\\0${prefix}(\\w+)/(\\w+)$`)

/** The name of the file that a module of texts is built to; undefined for any other module. */
export const messagesChunk = (id: string): string | undefined => {
  const [, tag, set] = virtual.exec(id) ?? []
  return tag === undefined ? undefined : `messages-${tag}-${set}`
}

const loaderCode = (sets: readonly MessageSetName[]) => {
  const lines = languages.map(({ tag }) => {
    const loads = sets.map((set) => `${set}: () => import('${prefix}${tag}/${set}')`)
    return `${tag}: { ${loads.join(', ')} }`
  })
  return `const loaders = { ${lines.join(',\n')} }
export const loadMessages = async (tag, set) => (await loaders[tag][set]()).default`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A page in a language: `lang` and `dir` of its first line, and the text of each `<!-- text: id -->` in it. */
const pageIn = (page: string, language: Language): string => {
  const { text } = createCatalogue(
    { ...readMessages(language.tag, 'visitor'), ...readMessages(language.tag, 'server') },
    language,
  )
  return page
    .replace('<html lang="en" dir="ltr">', `<html lang="${language.code}" dir="${language.direction}">`)
    .replaceAll(/<!-- text: ([\w.]+) -->/g, (_whole, id: string) => escaped(text(id as MessageId)))
}

/** The page in a language, with its texts under way while its scripts load. */
const pageWithTexts = (page: string, language: Language, texts: string) =>
  pageIn(page, language).replace('</head>', `<link rel="modulepreload" crossorigin href="${texts}" />\n  </head>`)

/**
 * The texts of each language as files of their own, ready to be filled in, so that a browser loads those of one language; and the page
 * once for each language, so that it is in it before any script runs. `sets`: those that the app loads.
 */
export const messages = (sets: readonly MessageSetName[] = setsOfPlayer): Plugin => {
  const built = new Map<string, string>()
  /** The path of the app on the site, with a slash at its end. */
  let base = '/'
  return {
    name: 'sitwell-messages',
    configResolved(config) {
      base = config.base
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (id === loader) return loaderCode(sets)
      const [, tag, set] = virtual.exec(id) ?? []
      const language = languages.find((one) => one.tag === tag)
      if (language === undefined) return null
      const name = sets.find((one) => one === set) ?? 'visitor'
      for (const area of areasOf[name]) this.addWatchFile(fileURLToPath(fileOf(language.tag, area)))
      return `export default ${JSON.stringify(readMessages(language.tag, name))}`
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (page, { server }) => (server === undefined ? page : pageIn(page, english)),
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') built.set(part.name, part.fileName)
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      for (const language of languages) {
        const texts = built.get(`messages-${language.tag}-visitor`)
        if (texts === undefined) throw new Error(`The build has no texts in ${language.name}`)
        const name = language.tag === 'en' ? 'index.html' : `index.${language.tag}.html`
        await writeFile(join(dir, name), pageWithTexts(page, language, `${base}${texts}`))
      }
    },
  }
}
