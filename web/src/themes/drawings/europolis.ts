/** Airline posters of the sixties: globe and aeroplane, a barred cabin window, parasol and deck chair, the officer's cap. */
import { ICONS } from '../../board/icons'
import { area, disc, icon, lines, type Drawing } from './shapes'

export const EUROPOLIS: Record<string, Drawing> = {
  start: [
    area('b', disc(54, 58, 36)),
    lines('paper', 2, 'M18 58H90M54 22V94M54 22C30 40 30 76 54 94M54 22C78 40 78 76 54 94M24 40H84M24 76H84'),
    lines('a', 4, 'M96 30C70 6 34 10 14 34'),
    area('a', ICONS.plane, 'translate(0 18) rotate(-84 18 18) scale(1.75)'),
  ],
  jail: [
    area('b', 'M30 4H70A18 18 0 0 1 88 22V78A18 18 0 0 1 70 96H30A18 18 0 0 1 12 78V22A18 18 0 0 1 30 4Z'),
    area('paper', 'M36 14H64A12 12 0 0 1 76 26V74A12 12 0 0 1 64 86H36A12 12 0 0 1 24 74V26A12 12 0 0 1 36 14Z'),
    area('a', disc(56, 40, 13)),
    area('b', 'M24 66Q38 54 50 64T76 60V74A12 12 0 0 1 64 86H36A12 12 0 0 1 24 74Z'),
    lines('ink', 4.5, 'M37 14V86M50 14V86M63 14V86'),
  ],
  free: [
    area('a', 'M6 48A40 38 0 0 1 86 48Q76 40 66 48Q56 40 46 48Q36 40 26 48Q16 40 6 48Z'),
    area('b', 'M46 10Q26 22 26 48Q36 40 46 48Q56 40 66 48Q66 22 46 10Z'),
    lines('ink', 3.5, 'M46 4V90'),
    lines('ink', 4, 'M56 90 84 62M60 66 92 90M92 56 66 82'),
    lines('b', 5, 'M59 68Q76 78 92 56'),
    lines('ink', 3, 'M4 91H97'),
  ],
  go_to_jail: [
    area('b', 'M14 46Q10 20 50 14Q90 20 86 46L78 52H22Z'),
    area('ink', 'M21 50H79V61H21Z'),
    area('ink', 'M16 63Q50 54 84 63Q88 78 50 80Q12 78 16 63Z'),
    area('a', 'M50 22 54 32 64 33 56 39 59 49 50 43 41 49 44 39 36 33 46 32Z'),
    lines('a', 2.5, 'M22 55.500H78'),
  ],
  transport: icon('b', ICONS.plane),
}
