import type { Failure } from '@sitwell/client/api'
import type { DeliveryPerson, DeliveryStateName } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

/** The page of a delivery within the office. */
export const deliveryPath = (deliveryID: string): string => `/deliveries/${encodeURIComponent(deliveryID)}`

export const deliveryTones = {
  draft: 'idle',
  upcoming: 'idle',
  'under-way': 'good',
  over: 'idle',
  cancelled: 'bad',
} as const satisfies Readonly<Record<DeliveryStateName, string>>

const minutesOf = (ms: number): number => Math.round(ms / 60_000)

/** The time that somebody has for an exam, in whole minutes, with what accommodations give of it. */
export const timeText = ({ timeMs, ownMs }: Pick<DeliveryPerson, 'timeMs' | 'ownMs'>, text: OfficeText): string => {
  if (timeMs === undefined) return text('deliveries.noLimit')
  const minutes = minutesOf(timeMs)
  return ownMs === undefined
    ? text('deliveries.minutes', { minutes })
    : text('deliveries.minutesOwn', { minutes, own: minutesOf(ownMs) })
}

/** Why a walk-in came to nothing, in words. */
export const walkInFailure = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return failureText(failure, text)
  if (failure.code === 'IN_USE') return text('deliveries.walkIn.inUse')
  if (failure.code === 'CLOSED') return text('deliveries.walkIn.over')
  if (failure.code === 'USERNAME_TAKEN') return text('deliveries.walkIn.taken')
  return failureText(failure, text)
}
