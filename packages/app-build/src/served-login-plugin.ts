import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { classNames } from './class-names-plugin.ts'

/** The file that draws the page. It is loaded as a source: the build never bundles it, because no browser needs it. */
const drawing = fileURLToPath(new URL('../../app-shell/src/served-login.tsx', import.meta.url))

/** What that file exports. */
interface Drawing {
  drawServedLogin(parts: { text(id: string): string; hasLogo: boolean; canForget: boolean }): string
}

const both = [true, false] as const

/**
 * Draws the login page of an app for organisations with a logo and without, with a link for forgotten passwords and without, and writes it
 * beside the app's page: `served-login.json`, a list of `{ hasLogo, canForget, html }`. The HTML has `[[its id]]` instead of each text and
 * `[[forgotAddress]]` instead of the address of the page that sends a link; the server fills in both (decision 122). The app's `index.html`
 * marks with `<!-- start -->` and `<!-- end -->` what the login page replaces.
 */
export const servedLogin = (): Plugin => {
  let root = ''
  return {
    name: 'sitwell-served-login',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return
      // The drawn HTML needs the class names of the build, so this server has its root and names classes as it does.
      const server = await createServer({
        root,
        configFile: false,
        plugins: [classNames()],
        appType: 'custom',
        logLevel: 'error',
        optimizeDeps: { noDiscovery: true },
        server: { middlewareMode: true, watch: null, ws: false, hmr: false },
      })
      try {
        // Boundary: what the file exports.
        const { drawServedLogin } = (await server.ssrLoadModule(drawing)) as Drawing
        const drawn = both.flatMap((hasLogo) =>
          both.map((canForget) => ({
            hasLogo,
            canForget,
            html: drawServedLogin({ text: (id) => `[[${id}]]`, hasLogo, canForget }),
          })),
        )
        await writeFile(join(dir, 'served-login.json'), JSON.stringify(drawn))
      } finally {
        await server.close()
      }
    },
  }
}
