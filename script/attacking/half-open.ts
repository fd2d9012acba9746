import { calls } from '@sitwell/contract'
import type { Database } from '../../apps/server/src/db/database.ts'
import { defaultLimits } from '../../apps/server/src/http/connections/limits.ts'
import { mediaTypeOf, pathOf } from '../../apps/server/src/http/register.ts'
import { headOf, openRaw } from '../../apps/server/src/testing/raw-connection.ts'
import { startTestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { arrange, doCall, saveOf, signIn, sitExam } from '../../apps/server/src/testing/test-world.ts'

const saves = 20

/**
 * Sends the beginnings of this many requests and never their ends, while a learner saves: saves have to go through, and what the server
 * holds has to stay below what one address may hold.
 */
export const floodHalfOpen = async (database: Database['dialect'], { connections }: { readonly connections: number }) => {
  const limits = { ...defaultLimits, unfinishedPerAddress: Math.floor(connections / 2), heldBytesPerAddress: 20_000_000 }
  const server = await startTestServer({ database, config: { logLevel: 'silent' }, guard: { limits, everyMs: 100 } })
  const world = await arrange(server, { everyone: true })
  const { token, formRunGuid } = await sitExam(server, world)
  const before = process.memoryUsage().rss
  // What one person has under way is limited by itself: the flood is another's.
  const { access_token: other } = await signIn(server, world, 'other')
  const bearer = { 'content-type': mediaTypeOf(calls.saveAnswer), authorization: `Bearer ${other}` }
  const beginnings = [
    'POST /security/token HTTP/1.1\r\nhost: x\r\ncontent-le',
    `${headOf('POST', pathOf(calls.saveAnswer), 200_000, bearer)}${'x'.repeat(60_000)}`,
    `${headOf('POST', pathOf(calls.token), 12_000, { 'content-type': mediaTypeOf(calls.token) })}grant_type=`,
    `GET /${'a'.repeat(8000)}`,
  ]
  const opened = await Promise.all(Array.from({ length: connections }, (_, index) => openRaw(server, beginnings[index % 4])))
  const findings: string[] = []
  let slowestMs = 0
  for (let save = 0; save < saves; save += 1) {
    const begunMs = performance.now()
    const reply = await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token).catch(String)
    if (typeof reply === 'string' || !reply.saved)
      findings.push(`a save did not go through the flood: ${JSON.stringify(reply)}`)
    slowestMs = Math.max(slowestMs, performance.now() - begunMs)
  }
  const cut = () => opened.filter((one) => one.isClosed()).length
  // The guard looks again each tenth of a second; the flood is still there when the last save is through.
  for (let looks = 0; looks < 100 && cut() < connections / 2; looks += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  if (cut() < connections / 2) findings.push(`only ${cut()} of ${connections} half-sent requests were cut`)
  const grown = Math.round((process.memoryUsage().rss - before) / 1_000_000)
  const counted = `${connections} connections, ${cut()} cut, ${saves} saves through, the slowest in ${Math.round(slowestMs)} ms, ${grown} MB more`
  for (const { socket } of opened) socket.destroy()
  await server.stop()
  return { findings, counted }
}
