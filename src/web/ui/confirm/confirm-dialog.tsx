import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { ChakraGround } from '../theme/chakra-ground.tsx'
import type { ConfirmProps } from './confirm.tsx'

export const ConfirmDialog = ({ title, children, confirmLabel, isBusy, onConfirm, other, onCancel }: ConfirmProps) => (
  <ChakraGround>
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      onOpenChange={({ open }) => {
        if (!open) onCancel()
      }}
    >
      <Dialog.Backdrop />
      <Dialog.Positioner padding="4">
        <Dialog.Content maxWidth="28rem">
          <Dialog.Header>
            <Dialog.Title>{title}</Dialog.Title>
          </Dialog.Header>
          <Dialog.Body>{children}</Dialog.Body>
          <Dialog.Footer flexWrap="wrap">
            <Button variant="outline" minHeight="tap" onClick={onCancel}>
              Cancel
            </Button>
            {other && (
              <Button variant="outline" minHeight="tap" disabled={isBusy} onClick={other.onChoose}>
                {other.label}
              </Button>
            )}
            <Button minHeight="tap" disabled={isBusy} aria-busy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </Dialog.Footer>
        </Dialog.Content>
      </Dialog.Positioner>
    </Dialog.Root>
  </ChakraGround>
)
