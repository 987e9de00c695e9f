import type { WantedPlayer } from '#contract/draft-room'
import { CodedText, Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { failureKind } from '../data-screen/data-screen.tsx'
import { OutsideSearch, useOutsideSearch } from '../draft/outside-form.tsx'
import { FoundPlayer, type FoundProps } from './wanted.tsx'

/** A player who is in no box, by id. Its points come with the answer to the saved list. */
export function AddOutside({ ids, onToggle }: Omit<FoundProps, 'player'>) {
  const search = useOutsideSearch()
  const { player, complaint, failure, error } = search
  const found: WantedPlayer | null = player
    ? { ...player, playerId: player.id, position: player.position ?? '', isDrafted: false, normalizedPoints: 0 }
    : null
  const sentence = complaint ?? failure
  return (
    <ChakraGround>
      <OutsideSearch search={search} onFind={search.find} />
      {sentence && (
        <Notice kind={complaint ? 'error' : failureKind(error)}>
          <CodedText text={sentence} />
        </Notice>
      )}
      {found && (
        <ul className="sheet ruled">
          <FoundPlayer player={found} ids={ids} onToggle={onToggle} />
        </ul>
      )}
    </ChakraGround>
  )
}
