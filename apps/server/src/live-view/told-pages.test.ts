import { randomUUID } from 'node:crypto'
import { calls, dashEventsPath, type LearnerAction, learnerActionEvent } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { doCall, signIn } from '../testing/test-world.ts'

describe.each(bothDatabases)('pages that staff act on, on %s', (database) => {
  let server: TestServer
  let desk: DeliveryDesk
  const sockets: Socket[] = []
  beforeAll(async () => {
    const nowMs = Date.parse('2026-12-03T09:31:00Z')
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
    desk = await arrangeDeliveries(server, 1)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(() => server.stop())

  /** A page that is connected: the actions that it gets, in order. */
  const connect = async (auth: { readonly token: string; readonly formRunGuid: string }) => {
    const socket = io(server.origin, { path: `/${dashEventsPath}`, auth, transports: ['websocket'], forceNew: true })
    sockets.push(socket)
    const actions: LearnerAction[] = []
    const waiting: (() => void)[] = []
    socket.on(learnerActionEvent, (action: LearnerAction) => {
      actions.push(action)
      for (const wake of waiting.splice(0)) wake()
    })
    await new Promise<void>((resolve) => socket.once('dashstate', () => resolve()))
    const next = async () => {
      while (actions.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return actions.shift()
    }
    return { socket, next }
  }

  // OFFICE-106
  test('get an action at once, and each that they have not acknowledged once more when they are back', async () => {
    const { deliveryID } = await desk.applied()
    const answer = await desk.begin(1)
    const { formRunGUID: formRunGuid } = JSON.parse(answer.text) as { formRunGUID: string }
    const { access_token: token } = await signIn(server, desk, 'learner-1')
    const { rows } = await desk.officer.doIt(calls.officeLive, { query: { deliveryID } })
    const rowID = rows.find(({ userID }) => userID === 1)?.rowID ?? ''
    const say = async (text: string) => {
      const body = { requestId: randomUUID(), act: { kind: 'message' as const, text }, people: [rowID] }
      return (await desk.officer.doIt(calls.officeLiveAct, { body })).actionID
    }
    const page = await connect({ token, formRunGuid })
    const first = await say('First')
    expect(await page.next()).toMatchObject({ actionID: first, kind: 'message', text: 'First' })
    page.socket.disconnect()
    const second = await say('Second')
    const back = await connect({ token, formRunGuid })
    const told = [await back.next(), await back.next()]
    expect(told.map((action) => action?.text).toSorted()).toEqual(['First', 'Second'])
    await doCall(server, calls.noteLearnerActions, { body: { delivered: [], acknowledged: [first] } }, token)
    const again = await connect({ token, formRunGuid })
    expect(await again.next()).toMatchObject({ actionID: second })
    const third = await say('Third')
    expect(await again.next()).toMatchObject({ actionID: third })
  })
})
