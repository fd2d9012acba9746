import * as z from 'zod/mini'
import { text } from './fields.ts'

/** What a column of a people file may hold. */
export const peopleFields = ['username', 'firstName', 'lastName', 'identifier', 'email', 'phone', 'dateOfBirth'] as const
export type PeopleField = (typeof peopleFields)[number]

/** Bytes of a people file at most. */
export const largestPeopleFileBytes = 8 * 1024 * 1024

/** In which order numbers of a date such as 03/12/2004 stand. Dates with dots are day, month, year; those with the year first need no order. */
export const dateOrders = ['day-first', 'month-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A file of people as it is sent, and how it is read. Each of two calls with the same file is read in the same way. */
export const peopleFile = z.object({
  /** As the person's computer names it. */
  name: text(255),
  /** Its bytes in base64. */
  content: text(Math.ceil(largestPeopleFileBytes / 3) * 4),
  /** For each column what it holds, `null` for nothing; otherwise the names of the columns decide. */
  columns: z.optional(z.array(z.nullable(z.enum(peopleFields))).check(z.maxLength(100))),
  /** Otherwise the dates decide: day first, unless that makes no date of one of them. */
  dateOrder: z.optional(z.enum(dateOrders)),
})

/** Why a row is refused. */
export const rowProblems = [
  /** A cell is needed and empty. */
  'missing',
  'too-long',
  /** Characters that no name has, such as line ends. */
  'wrong-characters',
  'no-address',
  'no-phone-number',
  'no-date',
  /** An earlier row (`other`) has the same user name or number. */
  'twice-in-file',
  /** The row names two people: by its user name and number, or by its number and name. `other` is the second one. */
  'two-people',
  /** Several people have this number. */
  'several-people',
  /** The person has a role; staff are not changed by a file. */
  'staff',
] as const
export type RowProblem = (typeof rowProblems)[number]

export const peopleRow = z.object({
  /** As spreadsheet programs number it; the row of the column names is 1. */
  row: z.number(),
  is: z.enum(['new', 'changed', 'unchanged', 'refused']),
  username: z.string(),
  /** First and last name. */
  name: z.string(),
  /** Of a changed person: what changes, from–to. Of a new one: nothing. */
  changes: z.array(z.object({ field: z.enum(peopleFields), from: z.string(), to: z.string() })),
  /** Of a refused row: all that is wrong with it. */
  problems: z.array(
    z.object({
      field: z.optional(z.enum(peopleFields)),
      problem: z.enum(rowProblems),
      /** The cell as it was read. */
      cell: z.optional(z.string()),
      /** The other row, or the other person. */
      other: z.optional(z.string()),
    }),
  ),
})
export type PeopleRow = z.infer<typeof peopleRow>

/** How many rows come to what; together all rows of the file that have any text, without the names of the columns. */
export const peopleTotals = z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() })
export type PeopleTotals = z.infer<typeof peopleTotals>
