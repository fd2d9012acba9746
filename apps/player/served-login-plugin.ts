import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const both = [true, false] as const

/**
 * Draws the login page for organisations with a logo and without, with a way for who has forgotten their password and without, and
 * puts it beside the player: `served-login.json`, a list of `{ hasLogo, canForget, html }`. In place of each text stands
 * `[[its id]]`, for the server to fill in, and `[[forgotAddress]]` in place of the address of the page that asks for a link.
 */
export const servedLogin = (): Plugin => ({
  name: 'sitwell-served-login',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return
    // Loads the sources as they are; what its styles are called follows from where they stand, so that the built ones fit.
    const server = await createServer({
      root,
      configFile: false,
      appType: 'custom',
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, watch: null, ws: false, hmr: false },
    })
    try {
      // Boundary: what the file exports.
      const { ServedLogin } = (await server.ssrLoadModule(
        '/src/app/start-up/served-login.tsx',
      )) as typeof import('./src/app/start-up/served-login.tsx')
      const drawn = both.flatMap((hasLogo) =>
        both.map((canForget) => {
          const parts = { text: (id: string) => `[[${id}]]`, hasLogo, canForget }
          return { hasLogo, canForget, html: renderToStaticMarkup(createElement(ServedLogin, parts)) }
        }),
      )
      await writeFile(join(dir, 'served-login.json'), JSON.stringify(drawn))
    } finally {
      await server.close()
    }
  },
})
