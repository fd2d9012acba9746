import { NotFoundPage } from '@sitwell/app-shell/not-found-page.tsx'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { usePlayer } from '../../context/player-context.tsx'

/** A path of the player that leads nowhere. */
export const NoSuchPage = () => {
  const { text } = usePlayer()
  const navigate = useNavigate()
  return (
    <NotFoundPage>
      <Button variant="primary" onPress={() => navigate({ to: '/schedules' })}>
        {text('notFound.schedules')}
      </Button>
    </NotFoundPage>
  )
}
