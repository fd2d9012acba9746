import type { LiveRow, LiveView } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { MenuButton } from '@sitwell/office-ui/menu-button.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../../office-context.tsx'
import { useIsNarrow } from '../../shell/use-is-narrow.ts'
import { type LiveActId, mayAct } from './live-acts.ts'

/** Acts on several people at once: those that are needed most have buttons. */
const ofMany = {
  buttons: ['add-time', 'message', 'pause'],
  menu: [
    ...([
      'resume',
      'rest-break',
      'end-rest-break',
      'incident',
      'present',
      'absent',
      'move',
      'free-device',
      'let-in-late',
    ] as const),
    ...(['hold-start', 'release-start', 'waive', 'reopen', 'end', 'evacuate'] as const),
  ],
} as const satisfies Readonly<Record<'buttons' | 'menu', readonly LiveActId[]>>

/** Buttons of what can be done to some people, as far as the caller may do it to any of them. Nothing if there is nothing. */
export const ActButtons = ({
  rows,
  view,
  isRoom = false,
  onAct,
}: {
  readonly rows: readonly LiveRow[]
  readonly view: LiveView
  /** They are all people of the room that is shown. */
  readonly isRoom?: boolean
  onAct(id: LiveActId): void
}) => {
  const { text } = useOffice()
  const may = (id: LiveActId) => rows.some((row) => mayAct(view, row, id))
  const title = (id: LiveActId) =>
    text('live.more', {
      act: isRoom && (id === 'message' || id === 'pause') ? text(`live.room.${id}`) : text(`live.act.${id}`),
    })
  // On a phone the people have the room.
  const isNarrow = useIsNarrow()
  const buttons = isNarrow ? [] : ofMany.buttons.filter(may)
  const menu = isNarrow ? [...ofMany.buttons, ...ofMany.menu].filter(may) : ofMany.menu.filter(may)
  return (
    <>
      {buttons.map((id) => (
        <Button key={id} className={density.press} onPress={() => onAct(id)}>
          {title(id)}
        </Button>
      ))}
      {menu.length > 0 && (
        <MenuButton
          label={text(
            isRoom ? (isNarrow ? 'live.actAll' : 'live.moreOfRoom') : isNarrow ? 'live.actSelected' : 'live.moreActs',
          )}
          entries={menu.map((id) => ({
            id,
            title: title(id),
            isDangerous: id === 'end' || id === 'evacuate',
            onPick: () => onAct(id),
          }))}
        />
      )}
    </>
  )
}
