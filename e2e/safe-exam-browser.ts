import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sebHash, sebHeaders } from '../packages/exam/src/seb/seb-hashes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The name that the program gives itself, as versions for Windows do. */
export const sebUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 SEB/3.10.1'

/** Makes a page send, with each request of its, what Safe Exam Browser sends with this Config Key; undefined sends nothing more. */
export const sendAsSeb = async (page: Page) => {
  let key: string | undefined
  await page.route('**/*', async (route, request) => {
    const headers = request.headers()
    if (key !== undefined) headers[sebHeaders.configKey] = sebHash(request.url(), key, sha256)
    await route.fallback({ headers })
  })
  return {
    use: (configKey: string | undefined) => {
      key = configKey
    },
  }
}

/**
 * Gives a page the script of versions for macOS and iPadOS: it knows no keys until it is asked to tell them, is told by the name of a
 * function where, and sends no headers.
 */
export const tellAsSeb = async (page: Page, configKey: string) => {
  await page.exposeFunction('sebHashOf', (address: string) => sebHash(address, configKey, sha256))
  await page.addInitScript(() => {
    const world = window as unknown as Record<string, unknown> & { sebHashOf(address: string): Promise<string> }
    const security = {
      configKey: '',
      browserExamKey: '',
      updateKeys(callback: { readonly name: string }) {
        const { name } = callback
        void world.sebHashOf(location.href).then((hash) => {
          security.configKey = hash
          ;(world[name] as () => void)()
        })
      },
    }
    world.SafeExamBrowser = { version: 'SEB_macOS_3.6', security }
  })
}
