import type { Schedule } from '@sitwell/contract'
import type { ReactNode } from 'react'
import type { Player } from '../context/player.ts'
import { type Waiter, waitForStart } from '../day/wait-for-start.tsx'
import { standingOf } from './standing-of.ts'
import { waitedFor } from './waited-for.ts'

/** Waits for the starts of those of the schedules that a list shows now. Returns what ends it. */
export const waitForList = (
  player: Waiter & Pick<Player, 'clock'>,
  shown: () => readonly Schedule[],
  onChange: () => void,
  show: (messages: ReactNode) => void,
): (() => void) =>
  waitForStart(player, {
    waited: () => waitedFor(shown(), player.clock.nowMs()),
    showsHeld: (scheduleGuid) =>
      shown().some((schedule) => schedule.guid === scheduleGuid && standingOf(schedule, player.clock.nowMs()) === 'held'),
    onChange,
    show,
  })
