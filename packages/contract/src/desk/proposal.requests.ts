// The calls about proposals and the hash of a thing as the desk makes them. Browser-safe: no
// schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";
import {
  type Proposal,
  type ProposalCase,
  type ProposalCaseWire,
  type ProposalStatus,
  type ProposalWire,
  proposalCaseFromWire,
  proposalFromWire,
} from "./proposal.ts";

const readCase = (wire: unknown): ProposalCase => proposalCaseFromWire(wire as ProposalCaseWire);

export function requestProposals(wanted: {
  readonly status?: ProposalStatus;
  readonly kind?: string;
  readonly cursor?: string;
}): ReadRequest<DeskPage<Proposal>> {
  return {
    path: "/v1/api/desk/proposal/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<ProposalWire, Proposal>(wire, proposalFromWire),
  };
}

export function requestProposal(id: string): ReadRequest<ProposalCase> {
  return { path: "/v1/api/desk/proposal/show", query: { id }, read: readCase };
}

export function requestSubmitProposal(proposed: {
  readonly kind: string;
  readonly payload: unknown;
  readonly reason: string;
}): WriteRequest<ProposalCase> {
  const { kind, payload, reason } = proposed;
  const fields = { kind, payload: JSON.stringify(payload), reason };
  return { path: "/v1/api/desk/proposal/submit", fields, read: readCase };
}

export function requestApproveProposal(of: {
  readonly id: string;
  readonly hash: string;
}): WriteRequest<ProposalCase> {
  return { path: "/v1/api/desk/proposal/approve", fields: { ...of }, read: readCase };
}

export function requestRejectProposal(of: {
  readonly id: string;
  readonly reason: string;
}): WriteRequest<ProposalCase> {
  return { path: "/v1/api/desk/proposal/reject", fields: { ...of }, read: readCase };
}

export function requestWithdrawProposal(id: string): WriteRequest<ProposalCase> {
  return { path: "/v1/api/desk/proposal/withdraw", fields: { id }, read: readCase };
}

/** The hash of a thing by another way than the one that showed it: both must be the same (H08). */
export function requestObjectHash(of: {
  readonly kind: string;
  readonly id: string;
}): ReadRequest<string> {
  return {
    path: "/v1/api/desk/object_hash",
    query: { ...of },
    read: (wire) => (wire as { hash: string }).hash,
  };
}
