import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startServerIn, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, examOf, personOf, refusalIn, saveOf, signIn, tryCall } from '../../testing/test-world.ts'

const names = ['ada', 'ben', 'cid']

describe.each(bothDatabases)(
  'learners of two organisations who start at the same moment, over two servers on %s,',
  (database) => {
    let servers: TestServer[]
    let learners: Awaited<ReturnType<typeof learnersOf>>
    beforeAll(async () => {
      const first = await startTestServer({ database })
      servers = [first, await startServerIn(first.config)]
      learners = [...(await learnersOf(first, 41)), ...(await learnersOf(first, 42))]
    })
    afterAll(async () => {
      for (const server of servers.toReversed()) await server.stop()
    })

    const learnersOf = async (server: TestServer, orgId: number) => {
      const prefix = `o${orgId}`
      const world = await arrange(server, {
        orgId,
        exam: examOf(prefix, { name: `Trees of ${prefix}` }),
        file: {
          people: names.map((name, index) => personOf(prefix, name, index + 1)),
          schedules: names.map((name) => ({ guid: `${prefix}-${name}-schedule`, username: name, exam: `${prefix}-exam` })),
        },
      })
      return Promise.all(
        names.map(async (name) => {
          const { access_token: token, UserGUID: userGuid } = await signIn(server, world, name)
          return { world, token, query: { ...world.entry, userGuid, scheduleGuid: `${prefix}-${name}-schedule` } }
        }),
      )
    }
    type Learner = Awaited<ReturnType<typeof learnersOf>>[number]
    /** All of them at once, each at one of the servers. */
    const each = <T>(ask: (learner: Learner, server: TestServer) => Promise<T>) =>
      Promise.all(learners.map((learner, index) => ask(learner, servers[index % servers.length] ?? servers[0] ?? never())))
    const never = (): never => {
      throw new Error('There is no server.')
    }

    test('each get their own, and nobody what is asked beside it for somebody else', async () => {
      const lists = await each(({ token, query: { userGuid } }, server) =>
        doCall(server, calls.work, { query: { userGuid } }, token),
      )
      expect(lists.map(({ assessments }) => assessments.map(({ guid }) => guid))).toEqual(
        learners.map(({ query }) => [query.scheduleGuid]),
      )
      const runs = await each(({ token, query }, server) => doCall(server, calls.start, { query }, token))
      const guids = runs.map(({ formRunGUID }) => formRunGUID)
      expect(new Set(guids).size).toBe(learners.length)
      const contents = await each(({ token, query }, server) => doCall(server, calls.examJson, { query }, token))
      expect(contents.map(({ formRunGuid, examName }) => [formRunGuid, examName])).toEqual(
        learners.map(({ world }, index) => [guids[index], `Trees of ${world.prefix}`]),
      )
      // The owner of each schedule asks for it in the same moment as all the others do.
      const asOthers = await each((owner, server) =>
        Promise.all(
          learners.map(({ token, query }) =>
            tryCall(server, calls.canStart, { query: { ...query, scheduleGuid: owner.query.scheduleGuid } }, token),
          ),
        ),
      )
      for (const [owner, answers] of asOthers.entries())
        for (const [asking, answer] of answers.entries())
          if (owner === asking) expect(answer.status).toBe(200)
          else expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    })

    test('are shown what was saved before they asked again, and what was theirs alone', async () => {
      const [first] = learners
      if (!first) return never()
      const opened = () => each(({ token, query }, server) => doCall(server, calls.examJson, { query }, token))
      const [before] = await opened()
      const answers = async () =>
        (await opened()).map(({ questions }) => questions.map(({ serverAnswer }) => serverAnswer?.answerText))
      const save = saveOf(first.world, before?.formRunGuid ?? '', { sequence: (before?.lastSequence ?? 0) + 1 })
      await doCall(servers[1] ?? never(), calls.saveAnswer, { body: save }, first.token)
      const nothing = [undefined, undefined, undefined]
      expect(await answers()).toEqual(learners.map((one) => (one === first ? ['Birch', undefined, undefined] : nothing)))
    })
  },
)
