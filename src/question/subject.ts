// What a question is about: a kind of thing, a visit, or only a name; and which visits merely scope it.
import { kindTable, visitKinds } from './kind-table.ts';
import type { KindMention } from './operation.ts';
import type { VisitMention } from './visit-phrase.ts';

export interface Subject {
  /** Kind asked about; empty when only a name says it. */
  readonly kind: string;
  /** Whether only a weak word named the kind. */
  readonly weak: boolean;
  /** All kinds named, likeliest first. */
  readonly kinds: readonly string[];
  /** The visit asked about, when the subject is one. */
  readonly mention: VisitMention | undefined;
  readonly scopes: readonly VisitMention[];
}

/**
 * Choose the subject. A kind that is no visit, or a name that belongs to no visit, makes every visit phrase a scope;
 * else the visit itself is asked about: the mention without a relation word before it, else the first.
 *
 * @param kinds from the text without its visit phrases, strong ones first
 * @param hasOtherName whether a name of the record was found that no visit bears
 */
export function chooseSubject(
  kinds: readonly KindMention[],
  mentions: readonly VisitMention[],
  hasOtherName: boolean,
): Subject {
  const strong = kinds.filter((kind) => !kind.weak);
  const facts = kinds.filter((kind) => visitKinds[kind.kind] === undefined);
  const strongFacts = facts.filter((kind) => !kind.weak);
  const visitWords = strong.filter((kind) => visitKinds[kind.kind] !== undefined);
  const names = (list: readonly KindMention[]) => [
    ...new Set(list.flatMap((mention) => [mention.kind, ...(kindTable[mention.kind]?.within ?? [])])),
  ];
  if (strongFacts.length > 0 || hasOtherName || (mentions.length + visitWords.length === 0 && facts.length > 0)) {
    const [first] = facts;
    const eventMention =
      mentions.length > 1 || first?.kind === 'careunit'
        ? mentions.find((mention) => mention.kind === 'any' && !mention.current)
        : undefined;
    return {
      kind: first?.kind ?? '',
      weak: first?.weak ?? true,
      kinds: names(facts),
      mention: eventMention,
      scopes: mentions.filter((mention) => mention !== eventMention && narrows(mention)),
    };
  }
  const wordKind = visitWords[0]?.kind ?? '';
  const asked = askedVisit(mentions, wordKind);
  const kind = asked === undefined ? wordKind : kindOfMention(asked, wordKind);
  return {
    kind,
    weak: kind === '',
    kinds: [...new Set([kind, ...names(kinds)])].filter((name) => name !== ''),
    mention: asked,
    scopes: mentions.filter((mention) => mention !== asked && mention.relation !== undefined && scopes(mention, asked)),
  };
}

/** The mention asked about; none when a word names another kind of visit and every mention only scopes it. */
function askedVisit(mentions: readonly VisitMention[], wordKind: string): VisitMention | undefined {
  const bares = mentions.filter((mention) => mention.relation === undefined && narrows(mention));
  const bare = bares.find((mention) => mention.position !== undefined || mention.current) ?? bares[0];
  if (bare !== undefined) {
    const isPlaced = bare.position !== undefined || bare.current;
    return isPlaced
      ? bare
      : (mentions.find(({ kind, position, current }) => kind === bare.kind && (position !== undefined || current)) ??
          bare);
  }
  const ofKind = mentions.filter(
    (mention) => wordKind === '' || mention.kind === 'any' || mention.kind === visitKinds[wordKind],
  );
  return ofKind.find((mention) => narrows(mention)) ?? ofKind[0];
}

/** Whether a further mention narrows the visit asked about: not the same kind once more ("type of admission"). */
function scopes(mention: VisitMention, asked: VisitMention | undefined): boolean {
  return narrows(mention) && !(mention.kind === asked?.kind && mention.position === undefined && !mention.current);
}

/** Whether a mention says more than "some visit". */
function narrows(mention: VisitMention): boolean {
  return mention.kind !== 'any' || mention.position !== undefined || mention.current;
}

/** A mention's kind; "stay" alone is of the kind that other words of the question name. */
function kindOfMention(mention: VisitMention, wordKind: string): string {
  if (mention.kind === 'any') return wordKind === '' ? 'visit' : wordKind;
  return Object.entries(visitKinds).find(([, kind]) => kind === mention.kind)?.[0] ?? 'visit';
}
