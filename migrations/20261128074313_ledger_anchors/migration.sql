CREATE TABLE "ledger_anchor_transactions" (
	"hash" text PRIMARY KEY,
	"anchor_id" bigint NOT NULL,
	"raw" text NOT NULL,
	"most" numeric(78,0) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_anchoring" (
	"id" integer PRIMARY KEY,
	"chain_id" bigint,
	"chain" text,
	"coin" text NOT NULL,
	"explorer" text,
	"balance" numeric(78,0),
	"block_number" bigint,
	"fault" text,
	"fault_since" timestamp with time zone,
	"told_fault" text,
	"asked_at" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_anchoring_one" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_anchors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_anchors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" bigint NOT NULL,
	"chain" text NOT NULL,
	"explorer" text,
	"size" bigint NOT NULL,
	"checkpoint_text" text NOT NULL,
	"sender" text NOT NULL,
	"nonce" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"transaction" text,
	"block_number" bigint,
	"block_hash" text,
	"block_at" timestamp with time zone,
	"proof" jsonb,
	"spent" numeric(78,0),
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "ledger_anchor_transactions_anchor" ON "ledger_anchor_transactions" ("anchor_id");--> statement-breakpoint
CREATE INDEX "ledger_anchors_size" ON "ledger_anchors" ("size") WHERE "state" = 'confirmed';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_anchors_pending" ON "ledger_anchors" ("chain_id","sender","nonce") WHERE "state" IN ('sent', 'included');--> statement-breakpoint
ALTER TABLE "ledger_anchor_transactions" ADD CONSTRAINT "ledger_anchor_transactions_anchor_id_ledger_anchors_id_fkey" FOREIGN KEY ("anchor_id") REFERENCES "ledger_anchors"("id");--> statement-breakpoint
ALTER TABLE "ledger_anchors" ADD CONSTRAINT "ledger_anchors_size_ledger_checkpoints_size_fkey" FOREIGN KEY ("size") REFERENCES "ledger_checkpoints"("size");