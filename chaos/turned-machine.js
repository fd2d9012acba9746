// @ts-check
// Preloaded by a server whose machine's clock the harness turns, and which may lack a safeguard. JavaScript, as the server's threads are.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** @typedef {{ byMs: number, bootId?: string, upSinceMs?: number }} Machine by how much its clock is off; and if it was restarted, when by the time that went by */

const file = process.env.SITWELL_CHAOS_MACHINE
const lookMs = 50

Object.assign(globalThis, { sitwellWithout: process.env.SITWELL_CHAOS_WITHOUT })

if (file !== undefined && isMainThread) {
  const { readFileSync } = fs
  const { uptime } = os
  const now = Date.now.bind(Date)
  /** @type {Machine} */
  let machine = { byMs: 0 }
  const look = () => {
    try {
      machine = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Being written just now, or not yet there.
    }
  }
  look()
  setInterval(look, lookMs).unref()

  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now() + machine.byMs] : given, newTarget),
    get: (target, name, receiver) => (name === 'now' ? () => now() + machine.byMs : Reflect.get(target, name, receiver)),
  })
  os.uptime = () => (machine.upSinceMs === undefined ? uptime() : (now() - machine.upSinceMs) / 1000)
  fs.readFileSync = new Proxy(readFileSync, {
    apply: (target, self, given) =>
      given[0] === '/proc/sys/kernel/random/boot_id' && machine.bootId !== undefined
        ? machine.bootId
        : Reflect.apply(target, self, given),
  })
  syncBuiltinESMExports()
}
