CREATE TABLE "ledger_checkpoints" (
	"size" bigint PRIMARY KEY,
	"root" bytea NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_cosignatures" (
	"size" bigint,
	"witness" text,
	"at" timestamp with time zone NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "ledger_cosignatures_pkey" PRIMARY KEY("size","witness")
);
--> statement-breakpoint
CREATE TABLE "ledger_days" (
	"day" date,
	"kind" text,
	"entries" integer NOT NULL,
	CONSTRAINT "ledger_days_pkey" PRIMARY KEY("day","kind")
);
--> statement-breakpoint
CREATE TABLE "ledger_head" (
	"id" integer PRIMARY KEY,
	"size" bigint NOT NULL,
	"root" bytea NOT NULL,
	"origin" text,
	"checked_at" timestamp with time zone,
	"checked_to" bigint,
	"broken_at" bigint,
	CONSTRAINT "ledger_head_one" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_leaves" (
	"index" bigint PRIMARY KEY,
	"entry_id" uuid NOT NULL UNIQUE,
	"kind" text NOT NULL,
	"data" text NOT NULL,
	"hash" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_openings" (
	"entry_id" uuid PRIMARY KEY,
	"kind" text NOT NULL,
	"subject" uuid,
	"salt" bytea NOT NULL,
	"statement" jsonb NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_queue" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" uuid NOT NULL UNIQUE,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"commitment" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_tiles" (
	"level" smallint,
	"index" bigint,
	"hashes" bytea NOT NULL,
	CONSTRAINT "ledger_tiles_pkey" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"sha256" text PRIMARY KEY,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_leaves_hash" ON "ledger_leaves" USING hash ("hash");--> statement-breakpoint
CREATE INDEX "ledger_leaves_kind" ON "ledger_leaves" ("kind","index");--> statement-breakpoint
CREATE INDEX "ledger_openings_subject" ON "ledger_openings" ("subject") WHERE "subject" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_openings_kind" ON "ledger_openings" ("kind","recorded_at");--> statement-breakpoint
ALTER TABLE "ledger_cosignatures" ADD CONSTRAINT "ledger_cosignatures_size_ledger_checkpoints_size_fkey" FOREIGN KEY ("size") REFERENCES "ledger_checkpoints"("size");--> statement-breakpoint
-- Hashes do not compress.
ALTER TABLE "ledger_tiles" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;--> statement-breakpoint
INSERT INTO ledger_head (id, size, root) VALUES (1, 0, sha256(''));--> statement-breakpoint
-- What was signed stays as it is.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % cannot be changed or deleted', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_leaves_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_leaves FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_checkpoints_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
