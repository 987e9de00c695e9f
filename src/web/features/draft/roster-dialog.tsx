import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { filledText } from './board.ts'
import { DraftRoster, type DraftRosterProps } from './draft-side.tsx'
import type { PickingTeam } from './turn.ts'

interface RosterDialogProps extends DraftRosterProps, Pick<PickingTeam, 'forName'> {
  readonly onClose: () => void
}

/** The team's roster of the draft over the board, where there is no room beside it. */
export function RosterDialog({ onClose, onGo, forName, ...roster }: RosterDialogProps) {
  useBackCloses(onClose)
  const title = forName ? `Roster of ${forName}` : 'My Roster'
  const filled = filledText(roster.boxes, roster.teamId)
  return (
    <ChakraGround>
      <Dialog.Root
        open
        placement="center"
        scrollBehavior="inside"
        // The library's own lock changes a variable of the root: the whole page would be restyled.
        preventScroll={false}
        onOpenChange={({ open }) => {
          if (!open) onClose()
        }}
      >
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxWidth="28rem" maxHeight="100%">
            <Dialog.Header>
              <Dialog.Title>{filled ? `${title}, ${filled}` : title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body className="fading-down" overscrollBehavior="contain">
              <DraftRoster
                {...roster}
                onGo={(boxName) => {
                  onClose()
                  onGo(boxName)
                }}
              />
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" minHeight="tap" onClick={onClose}>
                Close
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Dialog.Root>
    </ChakraGround>
  )
}
