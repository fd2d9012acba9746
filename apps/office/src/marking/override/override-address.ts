import type { SittingPlace } from '@sitwell/contract'
import { textField } from '@sitwell/navigation/address-query.ts'

/** The page of all exams whose marks can be decided about. */
export const examsPath = '/marking/exams'

/** The delivery that a page is of; empty if it is of an exam that was sat without one. */
export const placeFields = { delivery: textField({ longest: 128 }) }

/** The list that somebody came from to decide about a response. */
export const fromFields = { from: textField({ longest: 2000 }) }

const withDelivery = (path: string, deliveryID: string | undefined): string =>
  deliveryID === undefined || deliveryID === '' ? path : `${path}?${new URLSearchParams({ delivery: deliveryID })}`

/** The page of the questions of a delivery, or of an exam that was sat without one. */
export const questionsPath = ({
  examGuid,
  examVersion,
  deliveryID,
}: Pick<SittingPlace, 'deliveryID' | 'examGuid' | 'examVersion'>): string =>
  withDelivery(`${examsPath}/${encodeURIComponent(examGuid)}/${examVersion}`, deliveryID)

/** The page on which the marks of one marker are returned: of a delivery, or of an exam that was sat without one. */
export const recallPath = ({
  examGuid,
  examVersion,
  deliveryID,
}: Pick<SittingPlace, 'deliveryID' | 'examGuid' | 'examVersion'>): string =>
  withDelivery(`/marking/recall/${encodeURIComponent(examGuid)}/${examVersion}`, deliveryID)

/** The page of the responses to a question. */
export const responsesPath = (queueID: string): string => `/marking/responses/${queueID}`

/** The page on which somebody decides about one of them. */
export const overridePath = (responseID: string, queueID: string): string =>
  `/marking/decisions/${responseID}?${new URLSearchParams({ from: queueID })}`
