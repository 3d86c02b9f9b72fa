CREATE TABLE "edge_purges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "edge_purges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" bigint NOT NULL,
	"keys" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"repeat_at" timestamp with time zone,
	"purged_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
SELECT signal_changes('edge_purges', 'edge-cache', columns => '{failing_since}', operations => '{DELETE,UPDATE}');
