#!/usr/bin/env node
/**
 * Debian's Firefox as Playwright drives it, over WebDriver BiDi: starts it with the arguments that Playwright gives, and stands between
 * the two. Playwright sends a few commands that an extended-support Firefox doesn't know yet, at the start of each window, and would
 * give up at the first: those are answered here, as done. No test relies on what they do.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const unknownToIt = new Set(['emulation.setMediaFeaturesOverride'])

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
firefox.on('exit', (code) => process.exit(code ?? 1))

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  console.error(address ? `WebDriver BiDi listening on ${await standBefore(address)}` : line)
})

/** Gives the address at which Firefox is spoken to instead of at its own. */
function standBefore(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) => {
    const behind = new WebSocket(new URL(url, address))
    const opened = new Promise((resolve) => behind.once('open', resolve))
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data))
      if (unknownToIt.has(method)) return client.send(JSON.stringify({ type: 'success', id, result: {} }))
      await opened
      behind.send(String(data))
    })
    behind.on('message', (data) => client.send(String(data)))
    client.on('close', () => behind.close())
    behind.on('close', () => client.close())
    behind.on('error', () => client.close())
  })
  return new Promise((resolve) => server.on('listening', () => resolve(`ws://127.0.0.1:${server.address().port}`)))
}
