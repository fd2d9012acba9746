import { officeResultRules } from '@sitwell/contract'
import type { ResultRulesTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import { loadExamOf, loadExamsSat, shownGrades } from './exams-sat.ts'
import { findDelivery } from './find-delivery.ts'
import { iso, type RulesContext } from './rules-context.ts'
import { rulesIn, selectVersions } from './rules-rows.ts'

type Context = Pick<RulesContext, 'clock' | 'database' | 'exams' | 'selectSittings'>

/** Versions as calls give them, with the names of those who made them. */
const shownVersions = async ({ database }: Context, orgId: number, rows: readonly ResultRulesTable[]) => {
  const authors = [...new Set(rows.map(({ author }) => author))]
  const nameOf = await namesOf(database, orgId, authors)
  return rows.map((row) => {
    const { version, decisions, boundaries, passMark, atMs, reason } = rulesIn(row)
    return {
      ...{ version, decisions: [...decisions], reason, at: iso(atMs), author: { name: nameOf(row.author) } },
      ...(boundaries && { boundaries: [...boundaries] }),
      ...(passMark && { passMark }),
      ...(row.restored !== null && { restored: row.restored }),
    }
  })
}

/** What was decided about the questions and grades of a delivery. */
export const officeResultRulesRoute = (context: Context) =>
  route(officeResultRules, async ({ caller, query }) => {
    const found = await findDelivery(context, caller, query.deliveryID, 'results.read')
    if (!found.ok) return found
    const { kysely } = context.database
    const rows = await selectVersions(kysely, found)
    const sat = [...(await loadExamsSat(context, await context.selectSittings(found))).values()]
    const own = sat.length === 0 ? await loadExamOf(context, found) : undefined
    return {
      ok: true,
      value: {
        ...{ deliveryName: found.name, examName: found.examName, mayChange: found.mayChange },
        current: rows[0]?.version ?? 0,
        versions: await shownVersions(context, found.orgId, rows),
        exams: [...sat, ...(own ? [own] : [])].map(shownGrades),
        asOf: iso(context.clock.nowMs()),
      },
    }
  })
