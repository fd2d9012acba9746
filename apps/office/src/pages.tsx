import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import { matchAddress, type Named, type PageAddress, pageAddress } from '@sitwell/navigation/page-address.ts'
import type { ReactNode } from 'react'
import { lazyPage } from './shell/lazy-page.tsx'
import type { NavigationIconName } from './shell/navigation-icon.tsx'
import { NeedsNetwork } from './shell/needs-network.tsx'

// Each page with the sets of texts that it uses beside those of every page (`packages/i18n/src/areas.ts`).
const TodayPage = lazyPage(() => import('./today/today-page.tsx'), 'officeToday')
const PeoplePage = lazyPage(() => import('./people/people-page.tsx'), 'officePeople')
const AddPersonPage = lazyPage(() => import('./people/add-person-page.tsx'), 'officePeople')
const ImportPeoplePage = lazyPage(() => import('./people-import/import-people-page.tsx'), 'officePeople', 'officeImport')
const PersonPage = lazyPage(() => import('./people/person-page.tsx'), 'officePeople')
const GroupsPage = lazyPage(() => import('./groups/groups-page.tsx'), 'officePeople')
const GroupPage = lazyPage(() => import('./groups/group-page.tsx'), 'officePeople')
const AddMembersPage = lazyPage(() => import('./groups/add-members-page.tsx'), 'officePeople')
const CentresPage = lazyPage(() => import('./centres/centres-page.tsx'), 'officePeople')
const CentrePage = lazyPage(() => import('./centres/centre-page.tsx'), 'officePeople')
const CoursesPage = lazyPage(() => import('./courses/courses-page.tsx'), 'officeCourses')
const CoursePage = lazyPage(() => import('./courses/course-page.tsx'), 'officeCourses')
const GiveCoursePage = lazyPage(() => import('./courses/give-page.tsx'), 'officeCourses')
const CourseProgressPage = lazyPage(() => import('./courses/progress-page.tsx'), 'officeCourses', 'officePeople')
const PreviewPage = lazyPage(() => import('./preview/preview-page.tsx'), 'officePreview')
const LibraryPage = lazyPage(() => import('./library/library-page.tsx'), 'officeLibrary')
const ExamPage = lazyPage(() => import('./library/exam-page.tsx'), 'officeLibrary')
const SchemesPage = lazyPage(() => import('./mark-schemes/schemes-page.tsx'), 'officeSchemes', 'officeCourses')
const SchemePage = lazyPage(() => import('./mark-schemes/scheme-page.tsx'), 'officeSchemes', 'officeCourses')
const UploadsPage = lazyPage(() => import('./library/uploads-page.tsx'), 'officeLibrary')
const UploadPage = lazyPage(() => import('./library/upload-page.tsx'), 'officeLibrary')
const SecurityLogPage = lazyPage(() => import('./settings/log-page.tsx'), 'officeSettings')
const SettingsPage = lazyPage(() => import('./settings/settings-page.tsx'), 'officeSettings')
const MySignIns = lazyPage(() => import('./own/my-sign-ins-page.tsx'))
const MyRecoveryCodes = lazyPage(() => import('./own/my-recovery-codes-page.tsx'))
const RolesPage = lazyPage(() => import('./roles/roles-page.tsx'), 'officeRoles', 'officePeople')
const PermissionsPage = lazyPage(() => import('./roles/permissions-page.tsx'), 'officeRoles', 'officePeople')
const DeliveriesPage = lazyPage(() => import('./deliveries/deliveries-page.tsx'), 'officeDeliveries')
const NewDeliveryPage = lazyPage(
  () => import('./deliveries/new-delivery-page.tsx'),
  'officeDeliveries',
  'officePeople',
  'officeCourses',
)
const DeliveryPage = lazyPage(
  () => import('./deliveries/delivery-page.tsx'),
  'officeDeliveries',
  'officeExamDay',
  'officePeople',
  'officeCourses',
)
const EditDeliveryPage = lazyPage(
  () => import('./deliveries/edit-delivery-page.tsx'),
  'officeDeliveries',
  'officePeople',
  'officeCourses',
)
const StatisticsPage = lazyPage(() => import('./statistics/statistics-page.tsx'), 'officeStatistics')
const MailsPage = lazyPage(() => import('./result-mails/mails-page.tsx'), 'officeResultMails')
const EvidencePage = lazyPage(() => import('./evidence/evidence-page.tsx'), 'officeEvidence', 'officeLive')
const QueuesPage = lazyPage(() => import('./marking/queues/queues-page.tsx'), 'officeMarking')
const MarkingPage = lazyPage(() => import('./marking/page/marking-page.tsx'), 'officeMarking')
const MyMarksPage = lazyPage(() => import('./marking/queues/mine-page.tsx'), 'officeMarking')
const DecisionsPage = lazyPage(() => import('./marking/decisions/decisions-page.tsx'), 'officeMarking')
const DecisionPage = lazyPage(() => import('./marking/decisions/decision-page.tsx'), 'officeMarking')
const MarkedExamsPage = lazyPage(() => import('./marking/override/exams-page.tsx'), 'officeMarking')
const MarkedQuestionsPage = lazyPage(() => import('./marking/override/questions-page.tsx'), 'officeMarking')
const MarkedResponsesPage = lazyPage(() => import('./marking/override/responses-page.tsx'), 'officeMarking')
const RecallPage = lazyPage(() => import('./marking/recall/recall-page.tsx'), 'officeMarking')
const MarkersPage = lazyPage(() => import('./marking/allocation/places-page.tsx'), 'officeMarking')
const AllocationPage = lazyPage(() => import('./marking/allocation/allocation-page.tsx'), 'officeMarking')
const LivePage = lazyPage(() => import('./live/live-page.tsx'), 'officeLive')
const LiveViewPage = lazyPage(() => import('./live/live-view-page.tsx'), 'officeLive')
const ResultsPage = lazyPage(() => import('./results/results-page.tsx'), 'officeResults')
const ResultPeoplePage = lazyPage(() => import('./results/people/people-page.tsx'), 'officeResults')
const ExportsPage = lazyPage(() => import('./exports/exports-page.tsx'), 'officeResults', 'officeExports')
const ResultSetsPage = lazyPage(() => import('./results/sets/sets-page.tsx'), 'officeResults')
const ResultQuestionsPage = lazyPage(
  () => import('./result-rules/questions-page.tsx'),
  'officeResults',
  'officeResultRules',
  'officeStatistics',
)
const BoundariesPage = lazyPage(() => import('./result-rules/boundaries-page.tsx'), 'officeResults', 'officeResultRules')
const RoomsPage = lazyPage(() => import('./exam-day/rooms-page.tsx'), 'officeExamDay')
const RoomReportPage = lazyPage(() => import('./exam-day/room-report-page.tsx'), 'officeExamDay')
const MyShortcuts = lazyPage(() => import('./shortcuts/my-shortcuts-page.tsx'), 'officeShortcuts')

import type { Needed } from './office-context.tsx'

const InstallationPage = lazyPage(() => import('./installation/installation-page.tsx'), 'officeInstallation', 'officePeople')
const AddOrganisationPage = lazyPage(
  () => import('./installation/add-organisation-page.tsx'),
  'officeInstallation',
  'officePeople',
)
const InstallationOwnersPage = lazyPage(() => import('./installation/owners-page.tsx'), 'officeInstallation', 'officePeople')

/** Whether a path, with its query, shows a page to this person. */
type LeadsTo = (path: string) => boolean

interface OfficeRoute {
  /** As `matchAddress` reads it. */
  readonly pattern: string
  /** Without it the address leads nowhere. For what is shown alone: the server decides about each call. */
  readonly needs?: Needed
  /** It is enough to have the permission in a part of the organisation: the page shows what is of that part. */
  readonly isOfParts?: boolean
  /** Without the server it shows what this device has; all others say that they need it. */
  readonly opensOffline?: true
  page(named: Named, leadsTo: LeadsTo): ReactNode
}

/** The pages of the office, each in its own chunk. */
const routes: readonly OfficeRoute[] = [
  { pattern: '/today', page: (_, leadsTo) => <TodayPage leadsTo={leadsTo} /> },
  { pattern: '/people', needs: 'people.read', isOfParts: true, page: () => <PeoplePage /> },
  { pattern: '/people/add', needs: 'people.write', page: () => <AddPersonPage /> },
  { pattern: '/people/import', needs: 'people.import', page: () => <ImportPeoplePage /> },
  {
    pattern: '/people/$userID',
    needs: 'people.read',
    isOfParts: true,
    page: ({ userID = '' }) => <PersonPage key={userID} userID={Number(userID)} />,
  },
  { pattern: '/groups', needs: 'people.read', isOfParts: true, page: () => <GroupsPage /> },
  {
    ...{ pattern: '/groups/$groupID', needs: 'people.read', isOfParts: true },
    page: ({ groupID = '' }) => <GroupPage key={groupID} groupID={groupID} />,
  },
  {
    ...{ pattern: '/groups/$groupID/add', needs: 'groups.write', isOfParts: true },
    page: ({ groupID = '' }) => <AddMembersPage key={groupID} groupID={groupID} />,
  },
  { pattern: '/centres', needs: 'people.read', isOfParts: true, page: () => <CentresPage /> },
  {
    ...{ pattern: '/centres/$centreID', needs: 'people.read', isOfParts: true },
    page: ({ centreID = '' }) => <CentrePage key={centreID} centreID={centreID} />,
  },
  { pattern: '/courses', needs: 'courses.read', isOfParts: true, page: () => <CoursesPage /> },
  {
    ...{ pattern: '/courses/$courseGuid', needs: 'courses.read', isOfParts: true },
    page: ({ courseGuid = '' }) => <CoursePage key={courseGuid} courseGuid={courseGuid} />,
  },
  {
    ...{ pattern: '/courses/$courseGuid/give', needs: 'courses.write', isOfParts: true },
    page: ({ courseGuid = '' }) => <GiveCoursePage key={courseGuid} courseGuid={courseGuid} />,
  },
  {
    ...{ pattern: '/courses/$courseGuid/people/$userID', needs: 'courses.read', isOfParts: true },
    page: ({ courseGuid = '', userID = '' }) => (
      <CourseProgressPage key={`${courseGuid} ${userID}`} courseGuid={courseGuid} userID={Number(userID)} />
    ),
  },
  { pattern: '/live', needs: 'sittings.read', isOfParts: true, page: () => <LivePage /> },
  {
    ...{ pattern: '/live/delivery/$deliveryID', needs: 'sittings.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <LiveViewPage key={deliveryID} place={{ deliveryID }} leadsTo={leadsTo} />,
  },
  {
    ...{ pattern: '/live/delivery/$deliveryID/rooms', needs: 'sittings.read', isOfParts: true },
    page: ({ deliveryID = '' }) => <RoomsPage key={deliveryID} deliveryID={deliveryID} />,
  },
  {
    ...{ pattern: '/live/delivery/$deliveryID/rooms/$roomID', needs: 'sittings.read', isOfParts: true },
    page: ({ deliveryID = '', roomID = '' }) => (
      <RoomReportPage key={`${deliveryID} ${roomID}`} deliveryID={deliveryID} roomID={roomID} />
    ),
  },
  {
    ...{ pattern: '/live/exam/$examGuid', needs: 'sittings.read', isOfParts: true },
    page: ({ examGuid = '' }, leadsTo) => <LiveViewPage key={examGuid} place={{ examGuid }} leadsTo={leadsTo} />,
  },
  { pattern: '/deliveries', needs: 'deliveries.read', isOfParts: true, page: () => <DeliveriesPage /> },
  { pattern: '/deliveries/new', needs: 'deliveries.write', isOfParts: true, page: () => <NewDeliveryPage /> },
  {
    ...{ pattern: '/deliveries/$deliveryID', needs: 'deliveries.read', isOfParts: true },
    page: ({ deliveryID = '' }) => <DeliveryPage key={deliveryID} deliveryID={deliveryID} />,
  },
  {
    ...{ pattern: '/deliveries/$deliveryID/edit', needs: 'deliveries.write', isOfParts: true },
    page: ({ deliveryID = '' }) => <EditDeliveryPage key={deliveryID} deliveryID={deliveryID} />,
  },
  { pattern: '/marking', needs: 'marks.give', isOfParts: true, page: () => <QueuesPage /> },
  {
    ...{ pattern: '/marking/queues/$queueID', needs: 'marks.give', isOfParts: true, opensOffline: true },
    page: ({ queueID = '' }) => <MarkingPage key={queueID} queueID={queueID} />,
  },
  {
    ...{ pattern: '/marking/queues/$queueID/mine', needs: 'marks.give', isOfParts: true },
    page: ({ queueID = '' }) => <MyMarksPage key={queueID} queueID={queueID} />,
  },
  { pattern: '/marking/decisions', needs: 'marks.adjudicate', isOfParts: true, page: () => <DecisionsPage /> },
  {
    ...{ pattern: '/marking/decisions/$responseID', needs: 'marks.adjudicate', isOfParts: true },
    page: ({ responseID = '' }) => <DecisionPage key={responseID} responseID={responseID} />,
  },
  { pattern: '/marking/exams', needs: 'marks.adjudicate', isOfParts: true, page: () => <MarkedExamsPage /> },
  {
    ...{ pattern: '/marking/exams/$examGuid/$version', needs: 'marks.adjudicate', isOfParts: true },
    page: ({ examGuid = '', version = '' }) => (
      <MarkedQuestionsPage key={`${examGuid} ${version}`} examGuid={examGuid} examVersion={Number(version)} />
    ),
  },
  {
    ...{ pattern: '/marking/responses/$queueID', needs: 'marks.adjudicate', isOfParts: true },
    page: ({ queueID = '' }) => <MarkedResponsesPage key={queueID} queueID={queueID} />,
  },
  {
    ...{ pattern: '/marking/recall/$examGuid/$version', needs: 'marks.adjudicate', isOfParts: true },
    page: ({ examGuid = '', version = '' }) => (
      <RecallPage key={`${examGuid} ${version}`} examGuid={examGuid} examVersion={Number(version)} />
    ),
  },
  { pattern: '/marking/markers', needs: 'deliveries.write', page: () => <MarkersPage /> },
  {
    ...{ pattern: '/marking/markers/$examGuid/$version', needs: 'deliveries.write' },
    page: ({ examGuid = '', version = '' }) => (
      <AllocationPage key={`${examGuid} ${version}`} examGuid={examGuid} examVersion={Number(version)} />
    ),
  },
  { pattern: '/results', needs: 'results.read', isOfParts: true, page: () => <ResultsPage /> },
  {
    ...{ pattern: '/results/$deliveryID', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <ResultPeoplePage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    ...{ pattern: '/results/$deliveryID/people/$userID', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '', userID = '' }, leadsTo) => (
      <EvidencePage key={`${deliveryID} ${userID}`} deliveryID={deliveryID} userID={Number(userID)} leadsTo={leadsTo} />
    ),
  },
  {
    ...{ pattern: '/results/$deliveryID/exports', needs: 'results.export', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <ExportsPage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    ...{ pattern: '/results/$deliveryID/sets', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <ResultSetsPage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    ...{ pattern: '/results/$deliveryID/questions', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <ResultQuestionsPage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    ...{ pattern: '/results/$deliveryID/boundaries', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <BoundariesPage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    pattern: '/library/exams/$examGuid/preview',
    needs: 'exams.write',
    page: ({ examGuid = '' }) => <PreviewPage key={examGuid} examGuid={examGuid} />,
  },
  {
    ...{ pattern: '/library/exams/$examGuid/schemes', needs: 'exams.read' },
    page: ({ examGuid = '' }) => <SchemesPage key={examGuid} examGuid={examGuid} />,
  },
  {
    ...{ pattern: '/library/exams/$examGuid/schemes/$questionID', needs: 'exams.read' },
    page: ({ examGuid = '', questionID = '' }) => (
      <SchemePage key={`${examGuid} ${questionID}`} examGuid={examGuid} questionID={questionID} />
    ),
  },
  { pattern: '/library', needs: 'exams.read', page: () => <LibraryPage /> },
  { pattern: '/library/upload', needs: 'exams.write', page: () => <UploadsPage /> },
  {
    pattern: '/library/upload/$uploadId',
    needs: 'exams.write',
    page: ({ uploadId = '' }) => <UploadPage key={uploadId} uploadId={uploadId} />,
  },
  {
    ...{ pattern: '/results/$deliveryID/mails', needs: 'results.read', isOfParts: true },
    page: ({ deliveryID = '' }, leadsTo) => <MailsPage key={deliveryID} deliveryID={deliveryID} leadsTo={leadsTo} />,
  },
  {
    pattern: '/library/exams/$examGuid/statistics',
    needs: 'results.read',
    page: ({ examGuid = '' }, leadsTo) => <StatisticsPage key={examGuid} examGuid={examGuid} leadsTo={leadsTo} />,
  },
  {
    pattern: '/library/exams/$examGuid',
    needs: 'exams.read',
    page: ({ examGuid = '' }) => <ExamPage key={examGuid} examGuid={examGuid} />,
  },
  { pattern: '/roles', needs: 'roles.read', isOfParts: true, page: () => <RolesPage /> },
  { pattern: '/roles/permissions', needs: 'roles.read', isOfParts: true, page: () => <PermissionsPage /> },
  { pattern: '/settings/log', needs: 'security-log.read', page: () => <SecurityLogPage /> },
  { pattern: '/settings', needs: 'settings.read', page: () => <SettingsPage /> },
  { pattern: '/installation', needs: 'installation', page: () => <InstallationPage /> },
  { pattern: '/installation/add', needs: 'installation', page: () => <AddOrganisationPage /> },
  { pattern: '/installation/owners', needs: 'installation', page: () => <InstallationOwnersPage /> },
  { pattern: '/my-sign-ins', page: () => <MySignIns /> },
  { pattern: '/my-recovery-codes', page: () => <MyRecoveryCodes /> },
  { pattern: '/my-shortcuts', page: () => <MyShortcuts /> },
]

export interface NavigationEntry {
  readonly to: string
  readonly title: OfficeMessageId
  readonly icon: NavigationIconName
  readonly needs?: Needed
  readonly isOfParts?: boolean
}

/** What the navigation at the side leads to, if the person may. */
const entries: readonly NavigationEntry[] = [
  { to: '/today', title: 'today.title', icon: 'clock' },
  { to: '/live', title: 'live.title', icon: 'circleHalf', needs: 'sittings.read', isOfParts: true },
  { to: '/people', title: 'people.heading', icon: 'person', needs: 'people.read', isOfParts: true },
  { to: '/groups', title: 'groups.heading', icon: 'list', needs: 'people.read', isOfParts: true },
  { to: '/centres', title: 'centres.heading', icon: 'flag', needs: 'people.read', isOfParts: true },
  { to: '/deliveries', title: 'deliveries.heading', icon: 'calendar', needs: 'deliveries.read', isOfParts: true },
  { to: '/marking', title: 'marking.heading', icon: 'check', needs: 'marks.give', isOfParts: true },
  { to: '/results', title: 'results.heading', icon: 'bookmarkFilled', needs: 'results.read', isOfParts: true },
  { to: '/library', title: 'library.heading', icon: 'document', needs: 'exams.read' },
  { to: '/courses', title: 'courses.heading', icon: 'course', needs: 'courses.read', isOfParts: true },
  { to: '/roles', title: 'people.roles', icon: 'bookmark', needs: 'roles.read', isOfParts: true },
  { to: '/settings', title: 'office.settings', icon: 'theme', needs: 'settings.read' },
  { to: '/installation', title: 'office.installation', icon: 'cloud', needs: 'installation' },
  { to: '/my-sign-ins', title: 'office.mySignIns', icon: 'lock' },
]

/** The permissions of the person, in the whole organisation or in any part of it. */
type May = (permission: Needed, where?: 'anywhere' | undefined) => boolean

interface Needing {
  readonly needs?: Needed
  readonly isOfParts?: boolean
}

const isOpen = ({ needs, isOfParts = false }: Needing, may: May): boolean =>
  needs === undefined || may(needs, isOfParts ? 'anywhere' : undefined)

export const entriesFor = (may: May): readonly NavigationEntry[] => entries.filter((entry) => isOpen(entry, may))

/** The first page: of what the person may do, the first entry. */
export const homeFor = (may: May): string => entriesFor(may)[0]?.to ?? '/my-sign-ins'

const routeFor = (address: PageAddress, may: May) => {
  for (const route of routes) {
    const named = matchAddress(route.pattern, address)
    if (named !== undefined && isOpen(route, may)) return { route, named }
  }
  return undefined
}

/** The page of an address; undefined if there is none, or none for this person. */
export const pageFor = (address: PageAddress, may: May): ReactNode | undefined => {
  const found = routeFor(address, may)
  const leadsTo: LeadsTo = (path) => routeFor(pageAddress(path.split('?')[0] ?? '', ''), may) !== undefined
  if (found === undefined) return undefined
  const page = found.route.page(found.named, leadsTo)
  return found.route.opensOffline ? page : <NeedsNetwork pathname={address.pathname}>{page}</NeedsNetwork>
}
