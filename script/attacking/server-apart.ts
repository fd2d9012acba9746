import { createHash } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { startTestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { arrange, doCall, examOf, personOf, sitExam } from '../../apps/server/src/testing/test-world.ts'
import type { Attacked } from './apart.ts'

/**
 * A server in its own process, so that its memory and its event loop are not those of whoever attacks it. Tells its parent where it
 * listens, then its memory each time it is asked.
 */
const [, , database, fileBytes = '8000000'] = process.argv
if (database !== 'sqlite' && database !== 'postgres') throw new Error('Usage: server-apart.ts sqlite|postgres [BYTES]')

/** A text that hardly anything can be compressed of: what is compressed to nothing would never wait to be read. */
const noise = (seed: string, characters: number) => {
  let text = ''
  for (let part = 0; text.length < characters; part += 1)
    text += createHash('sha512').update(`${seed} ${part}`).digest('base64url')
  return text
}

const exam = examOf('o1', {
  sections: [
    {
      id: 'o1-section',
      name: 'First',
      questions: ['o1-q1', 'o1-q2', 'o1-q3', 'o1-q4'].map((id) =>
        authoredQuestion.parse({
          ...{ type: 'RADIO', id, marks: 2, key: 'b', text: `<p>${noise(id, 150_000)}</p>` },
          options: [
            { id: 'a', text: 'Ash' },
            { id: 'b', text: 'Birch' },
          ],
        }),
      ),
    },
  ],
})
const server = await startTestServer({ database, config: { logLevel: 'silent' } })
const world = await arrange(server, {
  exam,
  file: {
    people: [personOf('o1', 'learner', 1), personOf('o1', 'attacker', 2)],
    schedules: ['learner', 'attacker'].map((username) => ({ guid: `o1-${username}`, username, exam: 'o1-exam' })),
  },
})
const sit = async (username: string) => {
  const entry = { ...world.entry, userGuid: `o1-${username}`, scheduleGuid: `o1-${username}` }
  return { ...(await sitExam(server, { ...world, entry }, username)), entry }
}
const attacker = await sit('attacker')
const file = new File([Buffer.alloc(Number(fileBytes), 'an answer ')], 'essay.txt')
const { guid } = await doCall(server, calls.uploadFile, { body: { formRunGUID: attacker.formRunGuid }, file }, attacker.token)
const told: Attacked = { origin: server.origin, learner: await sit('learner'), attacker, fileGuid: guid }

process.on('message', () => process.send?.({ residentBytes: process.memoryUsage().rss }))
process.on('disconnect', () => void server.stop().finally(() => process.exit()))
process.send?.(told)
