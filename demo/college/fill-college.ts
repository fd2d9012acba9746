import { systemClock } from '../../apps/server/src/clock.ts'
import type { Database, DatabaseConfig } from '../../apps/server/src/db/database.ts'
import { openCurrent } from '../../apps/server/src/db/open-current.ts'
import { holdNames, namesOf } from '../../apps/server/src/office/places/names.ts'
import { argon2id, type Passwords } from '../../apps/server/src/passwords.ts'
import { grantRole } from '../../apps/server/src/roles/change-grants.ts'
import { insertPeople, type NewPerson } from '../../apps/server/src/security/people/write-person.ts'
import { madeUpPeople } from './made-up-people.ts'

/** The organisation `demo`. */
const orgId = 1

const author = 'import'

/** Ids of what is added, which say whether it was: groups keep their row forever. */
const idOf = (number: number) => `2f6d8c1e-9b1a-4f3c-8e57-${String(number).padStart(12, '0')}`

const groups = [
  'Food safety, autumn',
  'Food safety, evenings',
  'Fire wardens',
  'Project planning, second year',
  'Grŵp y bore',
  'فصل المساء',
] as const

const centres = [
  {
    ...{ name: 'Harbour Street', zone: 'Europe/London', address: '4 Harbour Street\nPort Madoc' },
    rooms: [
      ['Hall', 80],
      ['Room 2', 24],
      ['Quiet room', 4],
    ],
  },
  {
    ...{ name: 'Zentrum Bergwiesen', zone: 'Europe/Berlin', address: 'Wiesenweg 11\n87999 Bergwiesen' },
    rooms: [
      ['Saal Ost', 40],
      ['Werkstatt', 16],
    ],
  },
] as const

/** Who invigilates the second centre alone: signs in as `west` / `west`. */
const west = { userGuid: idOf(9001), username: 'west', firstName: 'Walid', lastName: 'Estermann', centre: 1 }

const learners = 200

const row = (person: Omit<ReturnType<typeof madeUpPeople>[number], 'identifier' | 'dateOfBirth'>, passwordHash: string) => ({
  ...{ user_guid: person.userGuid, username: person.username, first_name: person.firstName, last_name: person.lastName },
  ...{ email: person.email, language_id: person.languageId, phone: null, suspended: 0, passwordHash },
  ...{ learner_identifier: null, date_of_birth: null },
})

const namesIn = (name: string) => {
  const columns = namesOf(name)
  if (!columns) throw new Error(`${name} is no name.`)
  return columns
}

const addPlaces = async (transaction: Database['kysely'], nowMs: number) => {
  const open = { version: 1, added_by: author, added_at: nowMs }
  const still = { closed_by: null, closed_at: null }
  await transaction
    .insertInto('people_group')
    .values(
      groups.map((name, index) => ({
        ...{ org_id: orgId, group_id: idOf(7001 + index), ...namesIn(name), ...open },
        ...{ removed_by: null, removed_at: null },
      })),
    )
    .execute()
  await transaction
    .insertInto('centre')
    .values(
      centres.map(({ name, zone, address }, index) => ({
        ...{ org_id: orgId, centre_id: idOf(8001 + index), ...namesIn(name), zone, address, ...open, ...still },
      })),
    )
    .execute()
  const rooms = centres.flatMap((centre, index) =>
    centre.rooms.map(([name, seats]) => ({ name, seats, centre_id: idOf(8001 + index) })),
  )
  await transaction
    .insertInto('room')
    .values(
      rooms.map(({ name, seats, centre_id }, index) => ({
        ...{ org_id: orgId, room_id: idOf(8101 + index), centre_id, seats, ...namesIn(name), ...open, ...still },
      })),
    )
    .execute()
}

const addPeople = async (transaction: Database['kysely'], passwords: Passwords, nowMs: number) => {
  const people = madeUpPeople(learners)
  const shared = await passwords.hash('demo')
  const rows = people.map(
    (person): NewPerson => ({
      ...row(person, shared),
      ...{ learner_identifier: person.identifier, date_of_birth: person.dateOfBirth },
    }),
  )
  const added = await insertPeople(transaction, orgId, rows)
  const there = new Set(added.map(({ user_guid }) => user_guid))
  const members = people.flatMap(({ userGuid }, index) => {
    // One of eight is in two groups.
    const own = [index % groups.length, ...(index % 8 === 0 ? [(index + 1) % groups.length] : [])]
    return there.has(userGuid) ? own.map((group) => ({ user_guid: userGuid, group_id: idOf(7001 + group) })) : []
  })
  await transaction
    .insertInto('people_group_member')
    .values(members.map((member) => ({ org_id: orgId, ...member, added_by: author, added_at: nowMs })))
    .execute()
}

const addInvigilator = async (transaction: Database['kysely'], passwords: Passwords, nowMs: number) => {
  const { userGuid, username, centre } = west
  const person = { ...west, email: `${username}@demo.example`, languageId: 1 }
  const [added] = await insertPeople(transaction, orgId, [row(person, await passwords.hash(username))])
  if (!added) return
  const scope = { kind: 'centre', id: idOf(8001 + centre) } as const
  const whom = { org_id: orgId, user_guid: userGuid, admin: 0, invigilator: 0 }
  await grantRole(transaction, whom, { role: 'invigilator', scope, fromMs: null, untilMs: null }, { author, nowMs })
}

/**
 * Gives the demonstration's college 200 made-up people in six groups, two centres with rooms, and an invigilator of one centre: what files of organisations
 * don't hold. Once for a database: whatever somebody has changed or removed since stays so. Returns what it found: `absent` if there is no such college.
 */
export const fillCollege = async (
  config: DatabaseConfig,
  passwords: Passwords = argon2id,
): Promise<'absent' | 'filled' | 'kept'> => {
  const database = await openCurrent(config)
  try {
    const nowMs = systemClock.nowMs()
    return await database.kysely.transaction().execute(async (transaction) => {
      const college = transaction.selectFrom('organisation').select('org_id').where('org_id', '=', orgId)
      if (!(await college.executeTakeFirst())) return 'absent'
      await holdNames(transaction, orgId)
      const before = transaction.selectFrom('people_group').select('group_id').where('org_id', '=', orgId)
      if (await before.where('group_id', '=', idOf(7001)).executeTakeFirst()) return 'kept'
      await addPlaces(transaction, nowMs)
      await addPeople(transaction, passwords, nowMs)
      await addInvigilator(transaction, passwords, nowMs)
      return 'filled'
    })
  } finally {
    await database.close()
  }
}
