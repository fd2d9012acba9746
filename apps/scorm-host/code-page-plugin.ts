import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** One script of what an entry needs, for a page that asks for nothing. */
const scriptOf = async (entry: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['iife'], name: 'sitwellCode' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`)
  return chunk.code
}

/** Nothing in a script ends the element that it is in. */
const script = (code: string) => `<script>${code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--')}</script>`

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Question</title>${head}</head><body>${body}</body></html>`

/** The player's own look, for code that brings none: whatever it brings outweighs it. */
const looks = [
  ':where(:root){font:1.0625rem/1.5 "Noto Sans",system-ui,sans-serif;color:var(--colour-text);background:var(--colour-surface);overflow-wrap:anywhere}',
  ':where(body){margin:0;padding:4px;display:flow-root}',
  ':where(button,input,select,textarea){box-sizing:border-box;min-block-size:44px;max-inline-size:100%;padding:0.5rem 0.75rem;border:1.5px solid var(--colour-edge);border-radius:6px;background:var(--colour-surface);color:inherit;font:inherit}',
  ':where(input[type=checkbox],input[type=radio]){min-block-size:0;inline-size:1.5rem;block-size:1.5rem;vertical-align:middle}',
  ':where(input[type=range]){padding:0}:where(img,svg,canvas,video){max-inline-size:100%}',
  ':where(a){color:var(--colour-primary)}:focus-visible{outline:3px solid var(--colour-focus,Highlight);outline-offset:1px}',
]
const frameLook = `<style>${looks.join('')}</style>`
const pageLook =
  '<style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}iframe{display:block;width:100%;height:100%;border:0}</style>'

/**
 * Writes the page in which the code of questions runs, as one file that loads nothing: its policy names no address therefore, and the
 * service worker of courses holds all of it.
 */
export const codePage = (): Plugin => ({
  name: 'sitwell-code-page',
  apply: 'build',
  async generateBundle() {
    const loader = await readFile(require.resolve('requirejs/require.js'), 'utf8')
    const [frame, around] = await Promise.all([scriptOf('src/code/frame.ts'), scriptOf('src/code/page.ts')])
    const inside = page(frameLook, script(loader) + script(frame))
    const placed = around.replace(/\b__DOCUMENT__\b/g, () => JSON.stringify(inside).replace(/</g, '\\u003c'))
    if (placed === around) throw new Error('The page of the code of questions has no place for its document')
    this.emitFile({ type: 'asset', fileName: 'question-code.html', source: page(pageLook, script(placed)) })
  },
})
