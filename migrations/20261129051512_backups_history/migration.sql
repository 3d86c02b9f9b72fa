CREATE TABLE "ledger_former_logs" (
	"origin" text PRIMARY KEY,
	"size" bigint NOT NULL,
	"root" bytea NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "joined_at" timestamp with time zone;