import { expect, test, vi } from 'vitest'
import { verify } from '../commands/verify.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { acceptOption, arrangeRules } from '../testing/rules-desk.ts'
import { checkRules } from './check-rules.ts'
import { hashOfRules } from './rules-rows.ts'

describeOnEach(bothDatabases, 'the versions of result rules on %s', {}, ({ server, nextOrgId }) => {
  /** A delivery with three versions, and what a check finds about them. */
  const arranged = async () => {
    const orgId = nextOrgId()
    const desk = await arrangeRules(server, orgId, [{ q1: 'a', q2: '6' }])
    await desk.apply({ decide: [acceptOption('q1', 'a')] })
    await desk.apply({ basedOn: 1, decide: [{ questionID: 'q2', kind: 'full', down: 'keep' }] })
    await desk.undo(2)
    const row = async (version: number) => {
      const found = await server.db.kysely
        .selectFrom('result_rules')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return found
    }
    const change = (version: number, columns: object) =>
      server.db.kysely
        .updateTable('result_rules')
        .set(columns)
        .where('org_id', '=', orgId)
        .where('version', '=', version)
        .execute()
    const remove = (version: number) =>
      server.db.kysely.deleteFrom('result_rules').where('org_id', '=', orgId).where('version', '=', version).execute()
    const found = async () => (await checkRules(server.db, orgId)).faults.map(({ version, fault }) => `${version} ${fault}`)
    return { orgId, ...desk, row, change, remove, found }
  }

  /** What `sitwell verify` says of an organisation, and its exit code. */
  const verified = async (orgId: number) => {
    const said: string[] = []
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line))
    const code = await verify(server.db, { orgId, given: undefined, examGuid: undefined, head: false })
    vi.restoreAllMocks()
    return { code, said: said.join('\n') }
  }

  // OFFICE-411
  test('are found whole by verify, and one that was changed is named', async () => {
    const { orgId, deliveryID, change, row } = await arranged()
    const whole = await verified(orgId)
    expect(whole).toMatchObject({
      code: 0,
      said: expect.stringContaining('3 versions of result rules: each is as it was made.'),
    })
    const { decisions } = await row(1)
    await change(1, { decisions: '[]' })
    const said = `Result rules of delivery ${deliveryID}, version 1: it was changed after it was made.`
    expect(await verified(orgId)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
    await change(1, { decisions })
    expect((await verified(orgId)).code).toBe(0)
  })

  // OFFICE-411
  test('are found changed, removed or swapped, whichever column or version it is', async () => {
    const { change, remove, row, found } = await arranged()
    expect(await found()).toEqual([])
    const [first, second, third] = [await row(1), await row(2), await row(3)]
    for (const columns of [
      { reason: 'Another one' },
      { author: 'somebody' },
      { at: 1 },
      { restored: 0 },
      { pass_mark: '{}' },
    ]) {
      await change(3, columns)
      expect(await found()).toEqual(['3 changed'])
      await change(3, third)
    }
    await change(2, { decisions: first.decisions, reason: first.reason, hash: first.hash, previous_hash: first.previous_hash })
    expect(await found()).toEqual(['2 changed', '3 unlinked'])
    await change(2, second)
    // With a hash that fits what was written over it, the next version no longer follows it.
    await change(2, { decisions: first.decisions })
    const { hash: _, previous_hash, ...content } = await row(2)
    await change(2, { hash: hashOfRules(previous_hash, content) })
    expect(await found()).toEqual(['3 unlinked'])
    await change(2, second)
    await remove(2)
    expect(await found()).toEqual(['2 missing'])
    // A result set names the newest version, so that it is missed too.
    await remove(3)
    expect(await found()).toEqual(['2 missing', '3 missing'])
    await remove(1)
    expect(await found()).toEqual(['1 missing', '2 missing', '3 missing'])
  })
})
