import type { CodeStart } from '@sitwell/contract/code-messages'
import type { CodeFile } from './files.ts'

/** What is used of RequireJS, which is in the document before this script. */
interface LoadContext {
  completeLoad(id: string): void
  onError(error: unknown): void
}
interface RequireJs {
  (ids: readonly string[], done: (...modules: unknown[]) => void, failed: (error: unknown) => void): void
  config(options: object): void
  load(context: LoadContext, id: string, url: string): void
  toUrl(path: string): string
}
interface Surroundings {
  readonly requirejs: RequireJs
  define(id: string, needs: readonly string[], make: () => unknown): void
}

type FindFile = (name: string) => CodeFile | undefined

/** Runs a script as a page does; what it throws is thrown here. */
const run = (host: Window, source: string) => {
  const script = host.document.createElement('script')
  let thrown: unknown
  const note = (event: ErrorEvent) => {
    thrown ??= event.error ?? new Error(event.message)
    event.preventDefault()
  }
  host.addEventListener('error', note)
  script.textContent = source
  host.document.head.append(script)
  host.removeEventListener('error', note)
  if (thrown !== undefined) throw thrown
}

/** What `text!` and `css!` before a name load, where the package brings nothing of its own for them. */
const definePlugins = (host: Window & Surroundings, find: FindFile) => {
  const plugin = (id: string, use: (file: CodeFile) => unknown) => {
    if (find(`${id}.js`)) return
    const load = (name: string, _: unknown, onLoad: ((value: unknown) => void) & { error(error: unknown): void }) => {
      const file = find(name)
      if (file) onLoad(use(file))
      else onLoad.error(new Error(`The file "${name}" is missing.`))
    }
    host.define(id, [], () => ({ load }))
  }
  plugin('text', ({ text }) => text)
  plugin('css', ({ text }) => {
    const style = host.document.createElement('style')
    style.textContent = text
    host.document.head.append(style)
    return style
  })
}

/** Loads the module that an interaction begins with, and what it asks for, out of its own files alone. */
export const loadModule = (
  host: Window & Surroundings,
  { module, modules }: Pick<CodeStart, 'module' | 'modules'>,
  find: FindFile,
  context: unknown,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { requirejs } = host
    requirejs.load = (loading, id, url) => {
      const file = find(url)
      try {
        if (!file) throw new Error(`The module "${id}" is missing.`)
        run(host, file.text)
        loading.completeLoad(id)
      } catch (error) {
        reject(error)
      }
    }
    const paths = modules.map(({ id, file }) => [id, file.replace(/\.js$/i, '')])
    requirejs.config({ baseUrl: '.', paths: Object.fromEntries(paths), waitSeconds: 0 })
    const { toUrl } = requirejs
    requirejs.toUrl = (path) => find(path)?.url ?? toUrl(path)
    host.define('qtiCustomInteractionContext', [], () => context)
    definePlugins(host, find)
    requirejs([module], resolve, reject)
  })
