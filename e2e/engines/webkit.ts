import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { again, type Driven, findInPage, type InFrame, type Wanted } from './driven.ts'

/** An element of a page, as WebDriver's replies name it. */
interface Found {
  readonly 'element-6066-11e4-a52e-4f735466cecf': string
}

type Call = <T = unknown>(method: string, path: string, body?: object) => Promise<T>

/**
 * Debian's WebKitGTK, which the Safari of iPads and Macs is nearest to, in a small browser of its own on a screen that nobody sees:
 * driven over WebDriver, which is few enough calls to make them here.
 */
export async function openWebKit(): Promise<Driven> {
  const port = await freePort()
  const { screen, shown } = await openScreen()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    // WebKit's own sandbox needs rights that a container doesn't give.
    env: { ...process.env, DISPLAY: screen, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  })
  const kill = () => {
    driver.kill()
    shown.kill()
  }
  try {
    await untilRuns(driver)
    const call = caller(`http://127.0.0.1:${port}`)
    const browser = { binary: process.env.WEBKIT_BROWSER ?? miniBrowser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } }
    const { sessionId } = await again('WebKit starts', () => call<{ sessionId: string }>('POST', '/session', { capabilities }))
    const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
    return { ...drive(inSession), stop: () => inSession('DELETE', '').then(kill, kill) }
  } catch (error) {
    kill()
    throw error
  }
}

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

const caller =
  (origin: string): Call =>
  async (method, path, body) => {
    const reply = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = await reply.json()
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }

function drive(call: Call): Omit<Driven, 'stop'> {
  const run = <T>(look: (...args: never[]) => T, args: readonly unknown[]): Promise<T> =>
    call('POST', '/execute/sync', { script: `return (${look}).apply(null, arguments)`, args })
  const find = (wanted: Wanted): Promise<Found> =>
    again(`“${wanted.text ?? wanted.css}” can be pressed`, async () => {
      const found = await run<unknown>(findInPage, [wanted.css, wanted.text ?? null])
      if (!found) throw new Error('nothing on the page is this')
      return found as Found
    })
  const move = (actions: readonly object[]) =>
    call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] })
  const to = (origin: Found, x = 0, y = 0) => ({ type: 'pointerMove', duration: 80, origin, x, y })
  const pause = { type: 'pause', duration: 100 }
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }
  /** Where everything is done until it is said otherwise: WebDriver knows one frame at a time. */
  const enter = async (path: readonly string[]) => {
    await call('POST', '/frame', { id: null })
    for (const css of path) {
      const found = await call<Found>('POST', '/element', { using: 'css selector', value: css })
      await call('POST', '/frame', { id: found })
    }
  }
  const within = (path: readonly string[]): InFrame => {
    const inside = async <T>(act: () => Promise<T>): Promise<T> => {
      if (path.length === 0) return act()
      await again(`there is a frame at ${path.join(' ')}`, () => enter(path))
      return act().finally(() => enter([]))
    }
    return {
      press: (wanted) => inside(async () => void (await move([to(await find(wanted)), down, up]))),
      type: (text) =>
        inside(async () => {
          const keys = [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ])
          await call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions: keys }] })
        }),
      until: (what, look, ...args) =>
        again(what, async () => {
          if (!(await inside(() => run(look as (...given: never[]) => unknown, args)))) throw new Error('not yet')
        }),
    }
  }
  return {
    ...within([]),
    goTo: async (address) => void (await call('POST', '/url', { url: address })),
    reload: async () => void (await call('POST', '/refresh', {})),
    drag: async (from, target) => {
      const start = await find(from)
      await move([to(start), down, pause, to(start, 12, 8), pause])
      const end = await find(target)
      await move([to(end, -6), pause, to(end), pause, up])
    },
    choose: async (css, text) => {
      const field = await call<Found>('POST', '/element', { using: 'css selector', value: css })
      await call('POST', `/element/${Object.values(field)[0]}/value`, { text })
    },
    frame: (...path) => within(path),
    picture: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
  }
}

/** A screen of its own, with a number that no other has: Xvfb finds one, and says which on the pipe it is given. */
async function openScreen(): Promise<{ screen: string; shown: ChildProcess }> {
  const shown = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  await untilRuns(shown)
  const number = await new Promise<string>((resolve, reject) => {
    shown.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
    shown.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)))
  })
  return { screen: `:${number}`, shown }
}

const untilRuns = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${child.spawnfile} can't be started: ${error.message}`)))
  })
