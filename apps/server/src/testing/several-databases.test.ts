import { calls } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { commandMigrate } from '../commands/migrate.ts'
import { commandMoveOrganisation } from '../commands/move-organisation.ts'
import { pathOf } from '../http/register.ts'
import { freePort } from './free-port.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { callThrough, sendThrough } from './send-through.ts'
import { startTestNode } from './start-test-node.ts'
import { createTestPlace, startServerIn } from './start-test-server.ts'
import { createTestClock } from './test-clock.ts'
import { arrange, examOf, saveOf, sitExam } from './test-world.ts'

// databases: sqlite, because it tests which database a name leads to

/** The name under which the organisation is known, wherever it is. */
const host = 'north.localhost'

test('nginx sends the name of an organisation that has moved to the nodes of its database; what was refused meanwhile is taken there', async () => {
  const { clock, pass } = createTestClock()
  const port = await freePort()
  const isProxy = (address: string) => address === '127.0.0.1'
  const main = await createTestPlace({ database: 'sqlite', config: { isProxy } })
  const { tokenSecret } = main.config
  const north = await createTestPlace({ database: 'sqlite', config: { isProxy, tokenSecret } })
  const old = await startServerIn(main.config, { clock, beatMs: 50 })
  const moving = await arrange(old, { orgId: 7, exam: examOf('o7', { settings: {} }) })
  const staying = await arrange(old, { orgId: 8, exam: examOf('o8', { settings: {} }) })
  const before = await startReverseProxy(port, [old.origin])
  const [leaving, other] = [await sitExam(old, moving), await sitExam(old, staying)]
  const save = (proxy: typeof before, sitting = leaving, world = moving, name = host) =>
    callThrough(proxy, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid), host: name }, sitting.token)
  const stops = [() => before.stop(), () => old.stop()]
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    pass(11 * 60_000)
    const wishes = { orgId: 7, to: north.config.dataFolder, undo: false }
    await commandMigrate(north.config)
    expect(await commandMoveOrganisation(old.db, main.config, wishes, clock)).toBe(0)
    expect((await save(before)).status).toBe(503)

    const next = await startServerIn(north.config, { clock })
    stops.push(() => next.stop())
    await stops.shift()?.()
    const after = await startReverseProxy(port, [old.origin], { north: next.origin })
    stops.push(() => after.stop())
    expect((await save(after)).status).toBe(200)
    expect((await save(after, other, staying, 'localhost')).status).toBe(200)
    expect(await next.db.kysely.selectFrom('answer').select('org_id').execute()).toEqual([{ org_id: 7 }])
    expect(await old.db.kysely.selectFrom('answer').select('org_id').execute()).toEqual([{ org_id: 8 }])
    const page = await sendThrough(after, '/config.json', { host })
    expect(page.text).toContain(`"apiEndpointUrl":"https://${host}/"`)
  } finally {
    log.mockRestore()
    for (const stop of stops.reverse()) await stop()
    await main.remove()
    await north.remove()
  }
})

test('nginx needs no line about a database that its node serves itself: the name is handed on', async () => {
  const environment = { SITWELL_TRUST_PROXY: 'loopback' }
  const node = await startTestNode({ databases: { [host]: {} }, environment })
  const proxy = await startReverseProxy(await freePort(), [`http://127.0.0.1:${node.port}`])
  try {
    const worlds = {
      [host]: await arrange(node.at(host), { orgId: 7 }),
      localhost: await arrange(node.at('variables'), { orgId: 8 }),
    }
    for (const [name, { orgId }] of Object.entries(worlds))
      for (const asked of Object.keys(worlds)) {
        const body = JSON.stringify({ url: `https://any.example/login?o${orgId}` })
        const headers = { 'content-type': 'application/json' }
        const { text } = await sendThrough(proxy, pathOf(calls.init), { host: asked, method: 'POST', headers, body })
        expect([asked, orgId, text.includes(`Organisation ${orgId}`)]).toEqual([asked, orgId, asked === name])
      }
  } finally {
    await proxy.stop()
    await node.stop()
  }
})
