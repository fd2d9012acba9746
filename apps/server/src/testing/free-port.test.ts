import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { reservePort } from './free-port.ts'

const module = fileURLToPath(new URL('./free-port.ts', import.meta.url))

/** Proposes this port first, and then others. */
const first = (port: number) => {
  let proposed = port - 1
  return () => {
    proposed += 1
    return proposed
  }
}

/** The port that another process gets which would like this one. */
const reserveElsewhere = async (port: number) => {
  const code = `const { reservePort } = await import(${JSON.stringify(module)})
    let proposed = ${port - 1}
    console.log((await reservePort(() => (proposed += 1))).port)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return Number(stdout)
}

test('a reserved port is given to nobody else while its server is down, in this process or another one, until it is released', async () => {
  const { port, release } = await reservePort()
  const second = await reservePort(first(port))
  expect(second.port).toBeGreaterThan(port)
  expect(await reserveElsewhere(port)).toBeGreaterThan(port)
  await release()
  expect(await reserveElsewhere(port)).toBe(port)
  await second.release()
})

test('a reservation leaves the port to a server, and a port on which somebody listens is not given out', async () => {
  const { port, release } = await reservePort()
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  await release()
  const other = await reservePort(first(port))
  expect(other.port).toBeGreaterThan(port)
  await other.release()
  await new Promise((resolve) => server.close(resolve))
})
