import type { CourseAttemptRow, CourseRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { officeHref } from '../shell/office-link.tsx'
import { scoreText, standardNames, stateTones, timeText } from './course-text.ts'

/** The page of a course within the office. */
export const coursePath = (courseGuid: string): string => `/courses/${encodeURIComponent(courseGuid)}`

/** The page of what a person has come to in a course. */
export const progressPath = (courseGuid: string, userID: number): string => `${coursePath(courseGuid)}/people/${userID}`

export const courseNameColumn = (text: OfficeText): NameColumn<CourseRow> => ({
  ...{ id: 'name', title: text('courses.name'), widthRem: 16, isSortable: true },
  name: ({ name }) => name,
  href: ({ courseGuid }) => officeHref(coursePath(courseGuid)),
})

/** The columns of courses beside the name. */
export const courseColumns = (text: OfficeText): readonly Column<CourseRow>[] => [
  {
    ...{ kind: 'text', id: 'standard', title: text('courses.standard'), widthRem: 8, priority: 3 },
    text: ({ standard }) => standardNames[standard],
  },
  {
    ...{ kind: 'number', id: 'version', title: text('courses.version'), widthRem: 5, priority: 3 },
    number: ({ version }) => version,
  },
  {
    ...{ kind: 'number', id: 'people', title: text('courses.people'), widthRem: 6, priority: 1 },
    number: ({ people }) => people,
  },
  {
    ...{ kind: 'number', id: 'completed', title: text('courses.completed'), widthRem: 7.5, priority: 1 },
    number: ({ completed }) => completed,
  },
  {
    ...{ kind: 'dateTime', id: 'storedAt', title: text('courses.storedAt'), widthRem: 10.5, isSortable: true, grows: true },
    atMs: ({ storedAt }) => Date.parse(storedAt),
  },
]

export const attemptNameColumn = (text: OfficeText, courseGuid: string): NameColumn<CourseAttemptRow> => ({
  ...{ id: 'name', title: text('courses.person'), widthRem: 13 },
  name: nameOf,
  href: ({ userID }) => officeHref(progressPath(courseGuid, userID)),
})

/** The columns of the people of a course beside their names; what is least needed leaves a narrow window first. */
export const attemptColumns = (text: OfficeText, languageCode: string): readonly Column<CourseAttemptRow>[] => [
  {
    ...{ kind: 'status', id: 'state', title: text('courses.state'), widthRem: 9, priority: 1 },
    status: ({ state }) => ({ tone: stateTones[state], text: text(`courses.state.${state}`) }),
  },
  {
    ...{ kind: 'text', id: 'score', title: text('courses.score'), widthRem: 5, isFigure: true },
    text: ({ score }) => (score === undefined ? '' : scoreText(score, languageCode)),
  },
  {
    ...{ kind: 'text', id: 'units', title: text('courses.units'), widthRem: 6, priority: 3, isFigure: true },
    text: ({ units }) => text('courses.unitsOf', units),
  },
  {
    ...{ kind: 'text', id: 'time', title: text('courses.time'), widthRem: 6, priority: 3, isFigure: true },
    text: ({ timeMs }) => (timeMs === undefined ? '' : timeText(timeMs, languageCode)),
  },
  {
    ...{ kind: 'dateTime', id: 'lastContact', title: text('courses.lastContact'), widthRem: 10.5, none: text('courses.never') },
    atMs: ({ lastContactAt }) => (lastContactAt === undefined ? undefined : Date.parse(lastContactAt)),
  },
  {
    ...{ kind: 'dateTime', id: 'givenAt', title: text('courses.givenAt'), widthRem: 10.5, priority: 3 },
    atMs: ({ givenAt }) => Date.parse(givenAt),
  },
  {
    ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 8, priority: 3 },
    text: ({ username }) => username,
  },
  {
    ...{ kind: 'number', id: 'version', title: text('courses.version'), widthRem: 5, priority: 3 },
    number: ({ version }) => version,
  },
  {
    ...{ kind: 'number', id: 'resets', title: text('courses.resets'), widthRem: 6, priority: 3, grows: true },
    number: ({ resets }) => (resets === 0 ? undefined : resets),
  },
]
