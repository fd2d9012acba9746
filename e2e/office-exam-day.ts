import type { Page } from '@playwright/test'
import type { World } from './arrange.ts'

/** A delivery of the world's exam for two of its learners in one room, by PINs: its window is open, and everybody is scheduled. By calls of the page's session. */
export const offerInRoom = (page: Page, world: World): Promise<{ readonly deliveryID: string; readonly roomID: string }> =>
  page.evaluate(async (examGuid) => {
    const base = '/office/api/'
    const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
    const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
    const post = async (path: string, body: object) => {
      const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    }
    const get = async (path: string) => (await fetch(base + path, { headers })).json()
    const { centre } = await post('centres/add', { name: 'Leith', zone: 'Europe/London' })
    const { room } = await post('centres/rooms/add', { centreID: centre.centreID, name: 'Hall' })
    const { people } = await get('people?limit=100')
    const who = (people as { userID: number; username: string }[]).filter(({ username }) => ['lena', 'mina'].includes(username))
    const { exams } = await get('library/exams')
    const found = (exams as { examGuid: string; versions: { version: number }[] }[]).find((one) => one.examGuid === examGuid)
    const examVersion = found?.versions[0]?.version
    const { delivery } = await post('deliveries/add', {
      ...{ name: 'Winter exam', examGuid, examVersion, zone: 'Europe/London' },
      window: { opens: '2020-01-01T09:00', closes: '2090-01-01T12:00' },
      ...{ rooms: [{ roomID: room.roomID }], entries: who.map(({ userID }) => ({ userID, roomID: room.roomID })) },
      rules: { passwords: 'pin', proctoring: 'none', safeExamBrowser: 'none', supports: 'none', release: 'exam' },
    })
    const { deliveryID } = delivery as { deliveryID: string }
    const { hash } = await post('deliveries/preview', { deliveryID })
    await post('deliveries/apply', { deliveryID, hash })
    return { deliveryID, roomID: room.roomID as string }
  }, world.exams[0]?.examGuid ?? '')

/** Does something to the people of a delivery from the live view, by calls of the page's session. */
export const actOn = (page: Page, deliveryID: string, username: string, act: object): Promise<void> =>
  page.evaluate(
    async ([id, name, done]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      const { people } = await (await fetch(`${base}deliveries/people?deliveryID=${id}`, { headers })).json()
      const found = (people as { username: string; scheduleGuid: string }[]).find((one) => one.username === name)
      const body = JSON.stringify({ requestId: crypto.randomUUID(), act: done, people: [found?.scheduleGuid] })
      const answer = await fetch(`${base}live/act`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`live/act answered ${answer.status}: ${await answer.text()}`)
    },
    [deliveryID, username, act] as const,
  )
